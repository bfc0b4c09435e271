import { offeredNames } from '#app/navigation/routing-table/match/conditions.ts'
import { hasParam, type FillKind } from '#app/navigation/routing-table/match/fill-destination.ts'
import { errorMessage } from '#app/navigation/routing-table/parse/issues.ts'
import { offeredParamNames } from '#app/navigation/routing-table/parse/precompile.ts'
import { parseDestination } from '#app/navigation/routing-table/parse/parse-destination.ts'
import type { Condition, Pattern, Piece } from '#app/navigation/routing-table/routing-types.ts'

/**
 * Checks a destination against the params of its rule's source and `has`, and reports every issue. When the source itself
 * is invalid (`pattern` is null), only the beginning is checked.
 */
export function validateDestination(
  destination: unknown,
  pattern: Pattern | null,
  has: readonly Condition[],
  kind: FillKind,
  report: (message: string) => void,
): void {
  if (typeof destination !== 'string' || destination === '') return report('is missing')
  if (!/^(?:\/|https?:\/\/)/.test(destination)) return report('does not start with /, http:// or https://')
  if (pattern === null) return
  const offered = offeredParamNames(pattern, has)
  let read: ReturnType<typeof parseDestination>
  try {
    read = parseDestination(destination, offered)
  } catch (error) {
    return report(`is not well formed (${errorMessage(error)})`)
  }
  const lists = new Set(pattern.params.flatMap(({ name, separator }) => (separator === undefined ? [] : name)))
  const unnamed = pattern.params.filter(({ name }) => name === null).length
  for (const { name: given, repeated } of read.used) {
    const name = String(given)
    if (offered.has(name)) {
      if (lists.has(name) && !repeated) report(`:${name} can be several segments: write :${name}*`)
    } else if (typeof given === 'number') report('has an unnamed part')
    else if (/^\d+$/.test(name) && Number(name) < unnamed)
      report(`:${name} stands for an unnamed part of source: give it a name`)
    else report(`:${name} is not in source${has.length > 0 ? ' or has' : ''}`)
  }
  const chooser = hostChooser(read.destination.origin?.host ?? [], has, kind)
  if (chooser !== null) report(`:${chooser} decides the host, which must end in a literal domain`)
}

/**
 * The param by which a visitor could choose the host, or null. A host has to end in a literal domain, except that a
 * redirect may be made of what a `host` condition captured, which is the site's own name.
 */
function hostChooser(host: readonly Piece[], has: readonly Condition[], kind: FillKind): string | null {
  const tail = host.at(-1)
  if (typeof tail === 'string' && (!hasParam(host) || /\.[^.]+\.[^.]+$/.test(tail))) return null
  const own = new Set(has.filter(({ type }) => type === 'host').flatMap(offeredNames))
  const names = host.flatMap((piece) => (typeof piece === 'string' ? [] : piece.name))
  return names.find((name) => kind === 'rewrite' || !own.has(name)) ?? null
}
