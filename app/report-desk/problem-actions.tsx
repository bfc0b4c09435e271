import { useTranslations } from 'use-intl'
import type { ReportView } from '#app/report-desk/read-report.server.ts'
import { useUpdateProblems } from '#app/report-desk/use-update-problems.ts'
import { useHotkeys } from '#app/report-desk/use-hotkeys.ts'
import styles from './report-page.module.css'

/** The state of a report's problem with the buttons to change it. */
export function ProblemActions({ view: { report, problem } }: { view: ReportView }) {
  const t = useTranslations('reports.report')
  const list = useTranslations('reports.list')
  const update = useUpdateProblems()
  const to = (state: 'open' | 'resolved' | 'ignored') => () =>
    update.mutate({ fingerprints: [report.fingerprint], to: state })
  useHotkeys(problem ? { e: to('resolved'), o: to('open'), i: to('ignored') } : {})
  if (!problem) return null
  return (
    <div className={styles.state}>
      <span data-state={problem.state} role="status">
        {list(`states.${problem.state}`)}
      </span>
      {problem.state !== 'resolved' && (
        <button type="button" onClick={to('resolved')}>
          {list('resolve')}
        </button>
      )}
      {problem.state !== 'open' && (
        <button type="button" onClick={to('open')}>
          {list('reopen')}
        </button>
      )}
      {problem.state !== 'ignored' && (
        <button type="button" onClick={to('ignored')}>
          {list('ignore')}
        </button>
      )}
      <span className={styles.none}>{t('reportCount', { count: problem.count })}</span>
      {update.isError && (
        <span role="alert" className={styles.error}>
          {list('updateFailed')}
        </span>
      )}
    </div>
  )
}
