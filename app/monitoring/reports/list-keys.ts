import type { Change } from '#app/monitoring/reports/use-change.ts'
import type { KeyActions } from '#app/monitoring/reports/use-keys.ts'
import type { Meant, Selection } from '#app/monitoring/reports/use-selection.ts'

/** The lines that are there, in order: those near the window. */
function lines(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main [data-problem] a, main [data-problem] [data-line]')]
}

function move(by: 1 | -1): void {
  const all = lines()
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))
  all[next]?.focus()
}

function focused(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-problem]')?.dataset.problem
}

/**
 * What the keys of the list do: to what is ticked, else to the line that has the focus.
 *
 * @param total how many problems match
 */
export function listKeys(
  selection: Selection,
  total: number,
  change: (meant: Meant, count: number, to: Change) => void,
): KeyActions {
  const act = (to: Change) => {
    const line = focused()
    const count = selection.count(total)
    if (count > 0) change(selection.meant, count, to)
    else if (line !== undefined) change({ fingerprints: [line] }, 1, to)
  }
  return {
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const line = focused()
      if (line !== undefined) selection.toggle(line)
    },
    a: selection.pickAll,
    e: () => act('resolved'),
    o: () => act('open'),
    i: () => act('ignored'),
    '#': () => act('deleted'),
    '/': () => document.querySelector<HTMLElement>('main input[name=q]')?.focus(),
    Escape: selection.clear,
  }
}
