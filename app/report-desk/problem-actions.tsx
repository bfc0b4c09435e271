import { useRef } from 'react'
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
  const status = useRef<HTMLSpanElement>(null)
  const to = (state: 'open' | 'resolved' | 'ignored') => () =>
    update.mutate({ fingerprints: [report.fingerprint], to: state })
  useHotkeys(problem ? { e: to('resolved'), o: to('open'), i: to('ignored') } : {})
  /** As by a key, but for the focus: the pressed button goes. */
  const press = (state: 'open' | 'resolved' | 'ignored') => () => {
    to(state)()
    status.current?.focus()
  }
  if (!problem) return null
  return (
    <div className={styles.state}>
      <span ref={status} data-state={problem.state} role="status" tabIndex={-1}>
        {list(`states.${problem.state}`)}
      </span>
      {problem.state !== 'resolved' && (
        <button type="button" onClick={press('resolved')}>
          {list('resolve')}
        </button>
      )}
      {problem.state !== 'open' && (
        <button type="button" onClick={press('open')}>
          {list('reopen')}
        </button>
      )}
      {problem.state !== 'ignored' && (
        <button type="button" onClick={press('ignored')}>
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
