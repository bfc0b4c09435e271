import type { ProblemUpdate } from '#app/report-desk/use-update-problems.ts'
import type { KeyActions } from '#app/report-desk/use-hotkeys.ts'
import type { SelectionTarget, Selection } from '#app/report-desk/use-selection.ts'

/** Returns the focusable titles of the rendered rows, in order. */
function rowTitles(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main [data-problem] a, main [data-problem] [data-title]')]
}

function moveFocus(by: 1 | -1): void {
  const titles = rowTitles()
  const at = titles.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? 0 : Math.min(titles.length - 1, Math.max(0, at + by))
  titles[next]?.focus()
}

/** Moves the focus to the next row; on the last one, to the one before. */
function moveToNeighbour(): void {
  const titles = rowTitles()
  moveFocus(titles.at(-1) === document.activeElement ? -1 : 1)
}

function focusedProblem(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-problem]')?.dataset.problem
}

/**
 * Creates the keyboard shortcuts of the list. They act on the selection or, without one, on the focused row.
 *
 * @param total how many problems match
 */
export function listShortcuts(
  selection: Selection,
  total: number,
  update: (target: SelectionTarget, count: number, to: ProblemUpdate) => void,
): KeyActions {
  const updateTo = (to: ProblemUpdate) => {
    const problem = focusedProblem()
    const count = selection.count(total)
    if (count > 0) return update(selection.target, count, to)
    if (problem === undefined) return
    // Its row goes, and the focus would with it.
    moveToNeighbour()
    update({ fingerprints: [problem] }, 1, to)
  }
  return {
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    x: () => {
      const problem = focusedProblem()
      if (problem !== undefined) selection.toggle(problem)
    },
    a: selection.selectAll,
    e: () => updateTo('resolved'),
    o: () => updateTo('open'),
    i: () => updateTo('ignored'),
    '#': () => updateTo('deleted'),
    '/': () => document.querySelector<HTMLElement>('main input[name=q]')?.focus(),
    Escape: selection.clear,
  }
}
