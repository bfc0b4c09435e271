import type { ProblemUpdate } from '#app/report-desk/use-update-problems.ts'
import type { KeyActions } from '#app/report-desk/use-hotkeys.ts'
import type { SelectionTarget, Selection } from '#app/report-desk/use-selection.ts'

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
export function listShortcuts(
  selection: Selection,
  total: number,
  change: (meant: SelectionTarget, count: number, to: ProblemUpdate) => void,
): KeyActions {
  const act = (to: ProblemUpdate) => {
    const line = focused()
    const count = selection.count(total)
    if (count > 0) change(selection.target, count, to)
    else if (line !== undefined) change({ fingerprints: [line] }, 1, to)
  }
  return {
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const line = focused()
      if (line !== undefined) selection.toggle(line)
    },
    a: selection.selectAll,
    e: () => act('resolved'),
    o: () => act('open'),
    i: () => act('ignored'),
    '#': () => act('deleted'),
    '/': () => document.querySelector<HTMLElement>('main input[name=q]')?.focus(),
    Escape: selection.clear,
  }
}
