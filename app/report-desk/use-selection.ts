import { useCallback, useState } from 'react'
import type { Filters } from '#app/error-reports/store/problem-filters.ts'

/** The problems of an update: by fingerprint, or all that match the filters except some. */
export type SelectionTarget = { fingerprints: string[] } | { filters: Filters; except: string[] }

/** The selected problems. They stay selected while the list is refreshed and scrolled, until its filters change. */
export type Selection = {
  isSelected: (fingerprint: string) => boolean
  /** Returns the number of selected problems, given the number of matching ones. */
  count: (total: number) => number
  target: SelectionTarget
  toggle: (fingerprint: string) => void
  /** Selects all that match, also those that are not on screen. */
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
