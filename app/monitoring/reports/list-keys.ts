import type { Change } from '#app/monitoring/reports/use-change.ts'
import type { KeyActions } from '#app/monitoring/reports/use-keys.ts'
import type { Selection } from '#app/monitoring/reports/use-selection.ts'

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

/** What the keys of the list do: to what is ticked, else to the line that has the focus. */
export function listKeys(selection: Selection, act: (fingerprints: string[], to: Change) => void): KeyActions {
  const meant = () => {
    const line = focused()
    return selection.picked.size > 0 ? [...selection.picked] : line === undefined ? [] : [line]
  }
  return {
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const line = focused()
      if (line !== undefined) selection.toggle(line)
    },
    e: () => act(meant(), 'resolved'),
    o: () => act(meant(), 'open'),
    i: () => act(meant(), 'ignored'),
    '#': () => act(meant(), 'deleted'),
    '/': () => document.querySelector<HTMLElement>('main input[name=q]')?.focus(),
    Escape: selection.clear,
  }
}
