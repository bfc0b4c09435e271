import compile from 'icu-minify/compile'

/** Options of the styles of ICU's table, by the type of an argument. icu-minify leaves them to the application. */
const STYLES: Readonly<Record<'number' | 'date' | 'time', Readonly<Record<string, object>>>> = {
  number: { integer: { maximumFractionDigits: 0 }, percent: { style: 'percent' } },
  date: {
    short: { month: 'numeric', day: 'numeric', year: '2-digit' },
    medium: { month: 'short', day: 'numeric', year: 'numeric' },
    long: { month: 'long', day: 'numeric', year: 'numeric' },
    full: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  },
  time: {
    short: { hour: 'numeric', minute: 'numeric' },
    medium: { hour: 'numeric', minute: 'numeric', second: 'numeric' },
    long: { hour: 'numeric', minute: 'numeric', second: 'numeric', timeZoneName: 'short' },
    full: { hour: 'numeric', minute: 'numeric', second: 'numeric', timeZoneName: 'short' },
  },
}

/** The numbers by which icu-minify marks the type of an argument. */
const TYPES = ['pound', 'select', 'plural', 'selectordinal', 'number', 'date', 'time'] as const
type Type = (typeof TYPES)[number]

/** An argument of a parsed message: `[name]`, `[name, type, …]`, or the name of a tag before its children. */
type Argument = [name: string, ...rest: unknown[]]

const isArgument = (node: unknown): node is Argument => Array.isArray(node) && typeof node[0] === 'string'

/** The type of an argument: undefined for `{name}`, and `tag` for one with children. */
function typeOf([, type]: Argument): Type | 'tag' | undefined {
  if (type === undefined) return undefined
  return (typeof type === 'number' && type > 0 && TYPES[type]) || 'tag'
}

const branchesOf = ([, , branches]: Argument): Record<string, unknown> => branches as Record<string, unknown>

/** Nodes below an argument: the branches of a plural or a select, and the children of a tag. */
function childrenOf(argument: Argument): unknown[][] {
  const type = typeOf(argument)
  if (type === 'tag') return [argument.slice(1)]
  if (!isChoice(argument)) return []
  return Object.values(branchesOf(argument)).map((branch) => (Array.isArray(branch) ? (branch as unknown[]) : [branch]))
}

/** Every argument of a message, the ones in branches and tags too. */
function argumentsIn(nodes: readonly unknown[]): Argument[] {
  return nodes.filter(isArgument).flatMap((node) => [node, ...childrenOf(node).flatMap(argumentsIn)])
}

function fillStyle(argument: Argument): void {
  const type = typeOf(argument)
  if (type !== 'number' && type !== 'date' && type !== 'time') return
  const style = argument[2] ?? (type === 'time' ? 'medium' : undefined)
  if (typeof style === 'object' && style !== null && 'scale' in style) {
    throw new Error(`{${argument[0]}} has a scale, which is not supported; scale the value before`)
  }
  const options = typeof style === 'string' ? STYLES[type][style] : undefined
  if (options) argument[2] = options
}

/**
 * Parses an ICU message, so that the browser needs no parser. The styles of ICU's table, such as `{d, date, long}`,
 * become their options; any other name of a style is one of the application's `formats`.
 *
 * @throws Error for a message that is not valid, and for a number with a scale
 */
export function compileMessage(message: string): unknown {
  const compiled = compile(message) as string | unknown[]
  if (typeof compiled !== 'string') for (const argument of argumentsIn(compiled)) fillStyle(argument)
  return compiled
}

/** What a value has to be: a tag is a function, a plural takes a number, and other texts take anything. */
type Kind = 'text' | 'number' | 'date' | 'tag'

const KINDS: Readonly<Record<Type | 'tag', Kind>> = {
  pound: 'number',
  select: 'text',
  plural: 'number',
  selectordinal: 'number',
  number: 'number',
  date: 'date',
  time: 'date',
  tag: 'tag',
}

/** The narrowest kind of each argument. */
function kindsIn(found: readonly Argument[]): Map<string, Kind> {
  const kinds = new Map<string, Kind>()
  for (const argument of found) {
    const type = typeOf(argument)
    const kind = type === undefined ? 'text' : KINDS[type]
    if (kind !== 'text' || !kinds.has(argument[0])) kinds.set(argument[0], kind)
  }
  return kinds
}

/** A case for one number that stands for a category, such as `=1` for `one`. */
const EXACT: Readonly<Record<string, string>> = { zero: '=0', one: '=1', two: '=2' }

const casesOf = (argument: Argument): string[] => Object.keys(branchesOf(argument))

const isPlural = (argument: Argument): boolean => ['plural', 'selectordinal'].includes(typeOf(argument) ?? '')
const isChoice = (argument: Argument): boolean => isPlural(argument) || typeOf(argument) === 'select'

/**
 * Faults of a plural: cases of categories that its language does not have, and none for a category that the default
 * language tells from the others and this language has too.
 */
function pluralFaults(argument: Argument, originals: readonly Argument[], locale: string): string[] {
  const type = typeOf(argument)
  const rules = new Intl.PluralRules(locale, { type: type === 'plural' ? 'cardinal' : 'ordinal' })
  const known: readonly string[] = rules.resolvedOptions().pluralCategories
  const cases = casesOf(argument)
  const told = new Set(originals.filter((one) => one[0] === argument[0] && typeOf(one) === type).flatMap(casesOf))
  const lacking = known.filter(
    (category) => told.has(category) && !cases.includes(category) && !cases.includes(EXACT[category] ?? ''),
  )
  const foreign = cases.filter((one) => !one.startsWith('=') && one !== 'other' && !known.includes(one))
  const name = `{${argument[0]}, ${type}}`
  return [
    ...[...new Set(lacking)].map((category) => `${name} has no case ${category}, as the default language has`),
    ...foreign.map((one) => `${name} has a case ${one}, which ${locale} does not have; it has ${known.join(', ')}`),
  ]
}

const list = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ') || 'none'

/**
 * Compares the arguments of a translation with those of the message in the default language, and its plurals with the
 * categories of its language. Returns one line for each fault.
 */
export function translationFaults(original: string, translation: string, locale: string): string[] {
  const argumentsOf = (message: string) => {
    const compiled = compile(message) as string | unknown[]
    return typeof compiled === 'string' ? [] : argumentsIn(compiled)
  }
  let found: Argument[]
  try {
    found = argumentsOf(translation)
  } catch (error) {
    return [`is not an ICU message: ${(error as Error).message}`]
  }
  const originals = argumentsOf(original)
  const [wanted, given] = [kindsIn(originals), kindsIn(found)]
  // A plural or a select chooses a text, which another language may not need.
  const shown = new Set(originals.filter((one) => !isChoice(one)).map(([name]) => name))
  const names = [...wanted.keys()]
  return [
    ...[...given.keys()]
      .filter((name) => !wanted.has(name))
      .map((name) => `{${name}} is no argument; the default language has ${list(names)}`),
    ...names.filter((name) => shown.has(name) && !given.has(name)).map((name) => `{${name}} is missing`),
    ...[...given].flatMap(([name, kind]) => {
      const wantedKind = wanted.get(name)
      const fits = wantedKind === undefined || wantedKind === kind || (wantedKind === 'number' && kind === 'text')
      return fits ? [] : [`{${name}} is used as a ${kind}; the default language has a ${wantedKind} there`]
    }),
    ...found.filter(isPlural).flatMap((argument) => pluralFaults(argument, originals, locale)),
  ]
}
