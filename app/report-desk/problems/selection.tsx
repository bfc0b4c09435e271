import { useCallback, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Filters } from '#app/error-reports/store/problem-filters.ts'
import type { ProblemUpdate, SelectionTarget } from '#app/report-desk/desk-queries.ts'
import styles from './problem-list.module.css'

/** The selected problems. They stay selected while the list is refreshed and scrolled, until its filters change. */
export type Selection = {
  isSelected: (fingerprint: string) => boolean
  /** Returns the number of selected problems, given the number of matching ones. */
  count: (total: number) => number
  target: SelectionTarget
  toggle: (fingerprint: string) => void
  /** Selects all that match, on screen or not. */
  selectAll: () => void
  clear: () => void
}

/** `toggled` are the selected problems or, with `all`, the ones that are not. `filters` is the serialized key. */
type SelectionState = { filters: string; all: boolean; toggled: ReadonlySet<string> }

function withToggled({ toggled, ...state }: SelectionState, fingerprint: string): SelectionState {
  const next = new Set(toggled)
  if (!next.delete(fingerprint)) next.add(fingerprint)
  return { ...state, toggled: next }
}

/** Holds the selection of the list with these filters. */
export function useSelection(filters: Filters): Selection {
  const key = JSON.stringify(filters)
  const none: SelectionState = { filters: key, all: false, toggled: new Set() }
  const [state, setState] = useState(none)
  if (state.filters !== key) setState(none)
  const { all, toggled } = state
  // Stable, because every row receives it.
  const toggle = useCallback((fingerprint: string) => setState((before) => withToggled(before, fingerprint)), [])
  return {
    isSelected: (fingerprint) => toggled.has(fingerprint) !== all,
    count: (total) => (all ? Math.max(0, total - toggled.size) : toggled.size),
    target: all ? { filters, except: [...toggled] } : { fingerprints: [...toggled] },
    toggle,
    selectAll: () => setState({ ...none, all: true }),
    clear: () => setState(none),
  }
}

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
