import compile from 'icu-minify/compile'

/** The types of arguments, by icu-minify's numbers for them. A tag has its first child where others have the number. */
const TYPES = ['tag', 'select', 'plural', 'selectordinal', 'number', 'date', 'time'] as const

type Argument = {
  readonly name: string
  /** Undefined for `{name}`. */
  readonly type: (typeof TYPES)[number] | undefined
  readonly cases: readonly string[]
  /** `[name]`, `[name, type, …]`, or the name of a tag before its children. */
  readonly node: unknown[]
}

const isChoice = (type: Argument['type']) => type === 'select' || type === 'plural' || type === 'selectordinal'

/** Returns every argument of a message, including those in branches and tags. */
function argumentsIn(nodes: readonly unknown[]): Argument[] {
  return nodes.flatMap((node) => {
    if (!Array.isArray(node) || typeof node[0] !== 'string') return []
    const [name, code, detail] = node as [string, unknown, unknown]
    const type = code === undefined ? undefined : (typeof code === 'number' && TYPES[code]) || 'tag'
    const branches = isChoice(type) ? (detail as Record<string, unknown>) : {}
    const children = type === 'tag' ? node.slice(1) : Object.values(branches).flat()
    return [{ name, type, cases: Object.keys(branches), node }, ...argumentsIn(children)]
  })
}

/**
 * Parses an ICU message, so that the browser needs no parser.
 *
 * @throws Error for a message that is not valid, and for a number with a scale
 */
export function compileMessage(message: string): unknown {
  const compiled = compile(message)
  for (const { name, type, node } of argumentsIn([compiled].flat())) {
    if (type === 'number' && typeof node[2] === 'object' && node[2] !== null && 'scale' in node[2])
      throw new Error(`{${name}} has a scale, which is not supported; scale the value before`)
  }
  return compiled
}

/** The kind of value that each type takes: a tag a function, a plural a number. A text may be any value. */
const KINDS = {
  tag: 'tag',
  select: 'text',
  plural: 'number',
  selectordinal: 'number',
  number: 'number',
  date: 'date',
  time: 'date',
} as const

function kindsIn(found: readonly Argument[]): Map<string, string> {
  const kinds = new Map<string, string>()
  for (const { name, type } of found) {
    const kind = type === undefined ? 'text' : KINDS[type]
    if (kind !== 'text' || !kinds.has(name)) kinds.set(name, kind)
  }
  return kinds
}

/** A case for one number that stands for a category, such as `=1` for `one`. */
const EXACT: Readonly<Record<string, string>> = { zero: '=0', one: '=1', two: '=2' }

/** Reports a case whose category the language does not have, and a missing case that both languages distinguish. */
function pluralFaults({ name, type, cases }: Argument, originals: readonly Argument[], locale: string): string[] {
  if (type !== 'plural' && type !== 'selectordinal') return []
  const rules = new Intl.PluralRules(locale, { type: type === 'plural' ? 'cardinal' : 'ordinal' })
  const known: readonly string[] = rules.resolvedOptions().pluralCategories
  const told = new Set(originals.flatMap((one) => (one.name === name && one.type === type ? one.cases : [])))
  const lacking = known.filter(
    (category) => told.has(category) && !cases.includes(category) && !cases.includes(EXACT[category] ?? ''),
  )
  const foreign = cases.filter((one) => !one.startsWith('=') && one !== 'other' && !known.includes(one))
  const place = `{${name}, ${type}}`
  return [
    ...lacking.map((category) => `${place} has no case ${category}, as the default language has`),
    ...foreign.map((one) => `${place} has a case ${one}, which ${locale} does not have; it has ${known.join(', ')}`),
  ]
}

const list = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ') || 'none'

/**
 * Compares a translation with the message in the default language: its arguments with the message's, and its plurals
 * with the categories of its language. Returns one line for each fault.
 */
export function translationFaults(original: string, translation: string, locale: string): string[] {
  let found: Argument[]
  try {
    found = argumentsIn([compile(translation)].flat())
  } catch (error) {
    return [`is not an ICU message: ${(error as Error).message}`]
  }
  const originals = argumentsIn([compile(original)].flat())
  const [wanted, given] = [kindsIn(originals), kindsIn(found)]
  // The text behind a plural or a select may not be needed in another language.
  const shown = new Set(originals.flatMap(({ name, type }) => (isChoice(type) ? [] : name)))
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
    ...found.flatMap((argument) => pluralFaults(argument, originals, locale)),
  ]
}
