import { useCallback, useState } from 'react'
import type { Filters } from '#app/error-reports/store/problem-filters.ts'

/** Problems that something is to be done to: by name, or all that match but some. */
export type SelectionTarget = { fingerprints: string[] } | { filters: Filters; but: string[] }

/** The problems that are ticked. They stay ticked while the list is polled and scrolled, until it shows others. */
export type Selection = {
  isSelected: (fingerprint: string) => boolean
  /** How many are ticked, of `total` that match. */
  count: (total: number) => number
  target: SelectionTarget
  toggle: (fingerprint: string) => void
  /** Ticks all that match, also those that are not on the screen. */
  selectAll: () => void
  clear: () => void
}

/** `named` are ticked, or with `all` are the ones that are not. `shown` is the list that they are ticked in. */
type SelectionState = { shown: string; all: boolean; named: ReadonlySet<string> }

function toggled({ named, ...ticks }: SelectionState, fingerprint: string): SelectionState {
  const after = new Set(named)
  if (!after.delete(fingerprint)) after.add(fingerprint)
  return { ...ticks, named: after }
}

/** Keeps the ticks of the list that is shown. */
export function useSelection(filters: Filters): Selection {
  const shown = JSON.stringify(filters)
  const none: SelectionState = { shown, all: false, named: new Set() }
  const [ticks, setTicks] = useState(none)
  if (ticks.shown !== shown) setTicks(none)
  const { all, named } = ticks
  // Always the same: each line has it.
  const toggle = useCallback((fingerprint: string) => setTicks((before) => toggled(before, fingerprint)), [])
  return {
    isSelected: (fingerprint) => named.has(fingerprint) !== all,
    count: (total) => (all ? Math.max(0, total - named.size) : named.size),
    target: all ? { filters, but: [...named] } : { fingerprints: [...named] },
    toggle,
    selectAll: () => setTicks({ ...none, all: true }),
    clear: () => setTicks(none),
  }
}
