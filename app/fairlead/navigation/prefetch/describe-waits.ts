import type { Wait } from '#fairlead/navigation/prefetch/navigation-log.ts'

/** Says what a click waited for, such as `code, data of ["item","7"]`, or `nothing`. Pure. */
export function describeWaits(
  waits: readonly Wait[],
  textOf: (what: Wait['for'] | 'nothing') => string,
  showName = (name: string): string => name,
): string {
  if (waits.length === 0) return textOf('nothing')
  return waits.map((wait) => textOf(wait.for) + ('name' in wait ? ` ${showName(wait.name)}` : '')).join(', ')
}
