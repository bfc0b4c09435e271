import type { ProblemUpdate, SelectionTarget } from '#fairlead/report-desk/desk-queries.ts'
import type { KeyActions } from '#fairlead/report-desk/hotkeys.tsx'
import type { Selection } from '#fairlead/report-desk/problems/problem-rows.tsx'

function rowTitles(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main [data-problem] a, main [data-problem] [data-title]')]
}

function moveFocus(by: 1 | -1): void {
  const titles = rowTitles()
  const at = titles.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? 0 : Math.min(titles.length - 1, Math.max(0, at + by))
  titles[next]?.focus()
}

function focusedRow(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-problem]') ?? undefined
}

/** Keeps the focus at the place of a row that is about to be removed, unless the operator moves the focus before. */
function keepFocusAt(row: HTMLElement): void {
  const at = rowTitles().findIndex((title) => row.contains(title))
  const observer = new MutationObserver(() => {
    if (row.isConnected) return
    observer.disconnect()
    const titles = rowTitles()
    if (document.activeElement === document.body) (titles[at] ?? titles.at(-1))?.focus()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', () => observer.disconnect(), { once: true })
}

/**
 * Creates the shortcuts, which act on the selection or, without one, on the focused row. `update` returns false if
 * there is nothing to update.
 */
export function listShortcuts(
  selection: Selection,
  total: number,
  update: (target: SelectionTarget, count: number, to: ProblemUpdate) => boolean,
): KeyActions {
  const updateTo = (to: ProblemUpdate) => {
    const row = focusedRow()
    const problem = row?.dataset.problem
    const count = selection.count(total)
    if (count > 0) update(selection.target, count, to)
    else if (row && problem !== undefined && update({ fingerprints: [problem] }, 1, to)) keepFocusAt(row)
  }
  return {
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    x: () => {
      const problem = focusedRow()?.dataset.problem
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
