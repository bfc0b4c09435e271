import { useTranslations } from 'use-intl'
import type { Change } from '#app/monitoring/reports/use-change.ts'
import type { Selection } from '#app/monitoring/reports/use-selection.ts'
import styles from './list.module.css'

const CHANGES = { resolve: 'resolved', reopen: 'open', ignore: 'ignored', delete: 'deleted' } as const

/** What can be done with the problems that are ticked. */
export function SelectionBar(props: { selection: Selection; act: (fingerprints: string[], to: Change) => void }) {
  const t = useTranslations('reports.list')
  const { picked, clear } = props.selection
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('bar')}>
      <span>{t('picked', { count: picked.size })}</span>
      {(['resolve', 'reopen', 'ignore', 'delete'] as const).map((name) => (
        <button key={name} type="button" onClick={() => props.act([...picked], CHANGES[name])}>
          {t(name)}
        </button>
      ))}
      <button type="button" onClick={clear}>
        {t('clear')}
      </button>
    </div>
  )
}
