import { useFormatter, useTranslations } from 'use-intl'
import type { ProblemUpdate } from '#app/report-desk/use-update-problems.ts'
import type { Selection } from '#app/report-desk/use-selection.ts'
import styles from './selection-bar.module.css'

const UPDATES = { resolve: 'resolved', reopen: 'open', ignore: 'ignored', delete: 'deleted' } as const

type Props = { selection: Selection; total: number; failed: boolean; update: (to: ProblemUpdate) => void }

/**
 * The toolbar for the selected problems and the message of a failed update, in view wherever the list is scrolled to.
 * `total` is how many problems match.
 */
export function SelectionBar({ selection, total, failed, update }: Props) {
  const t = useTranslations('reports.list')
  const format = useFormatter()
  const count = selection.count(total)
  return (
    <div className={styles.dock}>
      {failed && <p role="alert">{t('updateFailed')}</p>}
      {count > 0 && (
        <div className={styles.toolbar} role="toolbar" aria-label={t('toolbar')}>
          <span role="status">{t('selected', { count, formatted: format.number(count) })}</span>
          {count < total && (
            <button type="button" onClick={selection.selectAll}>
              {t('selectAll', { count: total, formatted: format.number(total) })}
            </button>
          )}
          {(['resolve', 'reopen', 'ignore', 'delete'] as const).map((name) => (
            <button key={name} type="button" onClick={() => update(UPDATES[name])}>
              {t(name)}
            </button>
          ))}
          <button type="button" onClick={selection.clear}>
            {t('clear')}
          </button>
        </div>
      )}
    </div>
  )
}
