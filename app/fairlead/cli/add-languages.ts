import { CommandError } from '#fairlead/cli/command-error.ts'
import {
  append,
  applyEdits,
  childOf,
  listOf,
  type Node,
  nodesIn,
  optionsOf,
  propertyOf,
  textOf,
} from '#fairlead/cli/edit-source.ts'

export const ROUTING = 'app/routing.ts'

/** @throws CommandError that names the tag */
function readTag(tag: string): string {
  try {
    const [canonical = tag] = Intl.getCanonicalLocales(tag)
    return canonical
  } catch {
    throw new CommandError(`${JSON.stringify(tag)} is not a language tag of BCP 47; allowed: tags such as de, pt-BR`, 2)
  }
}

/** Returns the languages that a command names: `de,pt-BR`. */
export const readTags = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
      .map(readTag),
  ),
]

/** True if a routing table has redirects or rewrites. */
export function hasRules(source: string): boolean {
  const options = optionsOf(nodesIn(ROUTING, source), 'defineRouting')
  return ['redirects', 'rewrites'].some((name) => propertyOf(options, name) !== undefined)
}

/** Returns the array of languages in the source of a routing table. */
function localeList(source: string): Node | undefined {
  const value = childOf(propertyOf(optionsOf(nodesIn(ROUTING, source), 'defineRouting'), 'locales'), 'value')
  const list = value?.type === 'ArrayExpression' ? value : childOf(value, 'expression')
  return list?.type === 'ArrayExpression' ? list : undefined
}

/** Returns the languages in the source of a routing table, in lower case; none if its list is not found. */
export const localesIn = (source: string): string[] =>
  listOf(localeList(source), 'elements').flatMap((item) => textOf(item)?.toLowerCase() ?? [])

/**
 * Adds languages to the source of a routing table. Pure.
 *
 * @throws CommandError if a language is there already, or the list is not found
 */
export function addLocales(source: string, tags: readonly string[]): string {
  const list = localeList(source)
  if (list === undefined)
    throw new CommandError(
      `${ROUTING}: the list of locales is not found; allowed: defineRouting({ locales: ['en'], … })`,
    )
  const present = localesIn(source)
  const known = tags.find((tag) => present.includes(tag.toLowerCase()))
  if (known !== undefined) throw new CommandError(`${ROUTING}: ${known} is there already`)
  return applyEdits(source, [append(list, 'elements', tags.map((tag) => `'${tag}'`).join(', '))])
}
