import { useFormatter, useTranslations } from 'use-intl'
import type { ProblemUpdate } from '#app/report-desk/use-update-problems.ts'
import type { Selection } from '#app/report-desk/use-selection.ts'
import styles from './problem-list.module.css'

const CHANGES = { resolve: 'resolved', reopen: 'open', ignore: 'ignored', delete: 'deleted' } as const

/** What can be done with the problems that are ticked. `total` is how many match. */
export function SelectionBar(props: { selection: Selection; total: number; act: (to: ProblemUpdate) => void }) {
  const t = useTranslations('reports.list')
  const format = useFormatter()
  const { selection, total, act } = props
  const count = selection.count(total)
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('bar')}>
      <span role="status">{t('picked', { count, formatted: format.number(count) })}</span>
      {count < total && (
        <button type="button" onClick={selection.selectAll}>
          {t('pickAll', { count: total, formatted: format.number(total) })}
        </button>
      )}
      {(['resolve', 'reopen', 'ignore', 'delete'] as const).map((name) => (
        <button key={name} type="button" onClick={() => act(CHANGES[name])}>
          {t(name)}
        </button>
      ))}
      <button type="button" onClick={selection.clear}>
        {t('clear')}
      </button>
    </div>
  )
}
