/**
 * Bytes that the parts of a report's page may take, in its HTML and in its data together. Every page of the desk stays
 * under 1 MB, whatever reports say; what is cut is in the raw event.
 */
export const REPORT_BYTES = {
  request: 60_000,
  feedback: 80_000,
  stacks: 220_000,
  breadcrumbs: 120_000,
  spans: 120_000,
  others: 60_000,
  related: 60_000,
  raw: 100_000,
} as const

/** The same for the lists of the desk. */
export const LIST_BYTES = {
  problems: 450_000,
  facet: 40_000,
  vitals: 500_000,
  aside: 350_000,
  counters: 200_000,
} as const

/** Bytes of a character in HTML and in a script: those of its escapes, where it has any. */
function bytesOf(code: number): number {
  // " and '
  if (code === 0x22 || code === 0x27) return 8
  // & < > and \
  if (code === 0x26 || code === 0x3c || code === 0x3e || code === 0x5c) return 8
  if (code < 0x20 || code === 0x7f) return 7
  if (code < 0x80) return 2
  if (code < 0x800) return 4
  return code === 0x2028 || code === 0x2029 || (code >= 0xd800 && code < 0xe000) ? 9 : 6
}

/** What is left of the bytes that a part of a page may take. */
export type PageBudget = {
  /**
   * Returns the text as far as there is room for it, with `…` where it was cut.
   *
   * @param most characters
   * @param copies how often it is on the page
   */
  text: (text: string, most: number, copies?: number) => string
  /** Takes bytes for an element; `false` where there are none left, and nothing more of a list is shown. */
  element: (bytes: number) => boolean
  /** Whether something was cut. */
  isCut: () => boolean
}

/** @param bytes in the HTML of a page and in its data together */
export function createPageBudget(bytes: number): PageBudget {
  let left = bytes
  let cut = false
  return {
    text(text, most, copies = 1) {
      let end = 0
      for (; end < text.length && end < most; end++) {
        const cost = bytesOf(text.charCodeAt(end)) * copies
        if (cost > left) break
        left -= cost
      }
      if (end === text.length) return text.toWellFormed()
      cut = true
      return `${text.slice(0, end).toWellFormed()}…`
    },
    element(cost) {
      if (cost > left) {
        cut = true
        return false
      }
      left -= cost
      return true
    },
    isCut: () => cut,
  }
}

/** The beginning of a list, as far as there is room for it. `show` cuts the texts of an entry. */
export function takeWithin<Entry, Shown>(
  budget: PageBudget,
  list: readonly Entry[],
  elementBytes: number,
  show: (entry: Entry) => Shown,
): Shown[] {
  const shown: Shown[] = []
  for (const entry of list) {
    if (!budget.element(elementBytes)) break
    shown.push(show(entry))
  }
  return shown
}
