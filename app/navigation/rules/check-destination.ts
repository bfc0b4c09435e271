import { namesOffered } from '#app/navigation/rules/compiled.ts'
import { offeredNames } from '#app/navigation/rules/conditions.ts'
import { compileDestination, paramsOf, type Destination, type FillKind } from '#app/navigation/rules/destination.ts'
import { messageOf } from '#app/navigation/rules/faults.ts'
import { isRepeated, type Pattern, type Token } from '#app/navigation/rules/pattern.ts'
import type { Condition } from '#app/navigation/rules/table.ts'

/** Holds a destination against what its rule's source and `has` offer, and reports every fault. */
export function checkDestination(
  destination: string,
  pattern: Pattern,
  has: readonly Condition[],
  kind: FillKind,
  report: (message: string) => void,
): void {
  if (!/^(?:\/|https?:\/\/)/.test(destination)) return report('does not start with /, http:// or https://')
  const offered = namesOffered(pattern, has)
  let compiled: Destination
  try {
    compiled = compileDestination(destination, offered)
  } catch (error) {
    return report(`is not well formed (${messageOf(error)})`)
  }
  const repeated = new Set(pattern.keys.filter(isRepeated).map((key) => key.name))
  const unnamed = new Set(pattern.keys.flatMap((key) => (typeof key.name === 'number' ? [String(key.name)] : [])))
  const host = compiled.origin?.host ?? []
  for (const param of paramsOf([...host, ...compiled.path, ...compiled.hash])) {
    const name = String(param.name)
    if (offered.has(name)) {
      if (repeated.has(name) && !isRepeated(param)) report(`:${name} can be several segments: write :${name}*`)
    } else if (unnamed.has(name)) report(`:${name} stands for an unnamed part of source: give it a name`)
    else if (typeof param.name === 'number') report('has an unnamed part')
    else if (name) report(`:${name} is not in source${has.length > 0 ? ' or has' : ''}`)
  }
  const chooser = hostChooser(host, has, kind)
  if (chooser !== null) report(`:${chooser} decides the host, which must end in a literal domain`)
}

/**
 * The param by which a visitor could choose the host, or null. A host has to end in a literal domain, except that a
 * redirect may be made of what a `host` condition captured, which is the site's own name.
 */
function hostChooser(host: readonly Token[], has: readonly Condition[], kind: FillKind): string | null {
  const tail = host.at(-1)
  if (typeof tail === 'string' && (host.length === 1 || /\.[^.]+\.[^.]+$/.test(tail))) return null
  const own = new Set(has.filter((condition) => condition.type === 'host').flatMap(offeredNames))
  const chooser = paramsOf(host).find((param) => kind === 'rewrite' || !own.has(String(param.name)))
  return chooser === undefined ? null : String(chooser.name)
}
