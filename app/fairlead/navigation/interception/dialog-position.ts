import type { ParsedLocation } from '@tanstack/react-router'

type Arrival = {
  readonly hasHash: boolean
  /** True if the hash may be scrolled to. */
  readonly isPlace: boolean
  readonly resetScroll: boolean
  /** True after a link; false after a step back or forward, and after the same entry was loaded again. */
  readonly isNavigation: boolean
  /** The scroll position in which the visitor left the entry, in pixels. */
  readonly kept: number | undefined
}

/**
 * Decides where a dialog is scrolled to when its content has been rendered, by the router's rules for the window: to a
 * number of pixels, to the place that the hash names, or nowhere. Pure.
 */
export function decidePosition({
  hasHash,
  isPlace,
  resetScroll,
  isNavigation,
  kept,
}: Arrival): number | 'place' | undefined {
  if (resetScroll && kept !== undefined && !(isPlace && isNavigation)) return kept
  if (resetScroll && !hasHash) return 0
  return isPlace ? 'place' : undefined
}

/** The scroll positions of entries that were open over a page of this document. */
const positions = new Map<string, number>()

const entryOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href

export const readPosition = (location: ParsedLocation): number | undefined => positions.get(entryOf(location))

export const keepPosition = (location: ParsedLocation, top: number): void => void positions.set(entryOf(location), top)
