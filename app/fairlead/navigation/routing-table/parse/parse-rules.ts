import { type FillKind, hasParam } from '#fairlead/navigation/routing-table/match/fill-destination.ts'
import { formatValue, isRecord, readList, type ReportIssue } from '#fairlead/navigation/routing-table/parse/issues.ts'
import { parsePattern, parseDestination } from '#fairlead/navigation/routing-table/parse/parse-pattern.ts'
import { MAX_PATTERN } from '#fairlead/navigation/routing-table/match/url.ts'
import type {
  Condition,
  Destination,
  Pattern,
  Piece,
  RedirectRule,
  RedirectStatus,
  Rule,
} from '#fairlead/navigation/routing-table/routing-types.ts'
import { conditionRegexp, offeredNames } from '#fairlead/navigation/routing-table/match/conditions.ts'

const STATUSES: readonly RedirectStatus[] = [301, 302, 303, 307, 308]
const REWRITE_FIELDS = ['source', 'destination', 'basePath', 'locale', 'has', 'missing']
const FIELDS = { rewrite: [...REWRITE_FIELDS, 'canonical'], redirect: [...REWRITE_FIELDS, 'permanent', 'statusCode'] }

type Input = Readonly<Record<string, unknown>>

/** Reads a redirect and reports every issue. */
export function parseRedirect(input: unknown, place: string, report: ReportIssue): RedirectRule | undefined {
  const rule = parseRule(input, place, 'redirect', report)
  const status = isRecord(input) ? parseStatus(input, place, report) : undefined
  return rule && status && { ...rule, status }
}

function parseStatus({ permanent, statusCode }: Input, place: string, report: ReportIssue): RedirectStatus {
  // It wins over `permanent`, as in Next.js.
  if (statusCode !== undefined) {
    const status = STATUSES.find((known) => known === statusCode)
    if (status !== undefined) return status
    report(`${place}.statusCode`, `${formatValue(statusCode)} is not one of ${STATUSES.join(', ')}`)
  } else if (typeof permanent !== 'boolean') {
    report(`${place}.permanent`, 'is neither true nor false, and there is no statusCode')
  }
  return permanent === true ? 308 : 307
}

/** Reads a rule and reports every issue. */
export function parseRule(input: unknown, place: string, kind: FillKind, report: ReportIssue): Rule | undefined {
  if (!isRecord(input)) return void report(place, 'is not a rule')
  for (const [field, value] of Object.entries(input)) {
    if (value !== undefined && !FIELDS[kind].includes(field)) report(`${place}.${field}`, `is not a field of a ${kind}`)
  }
  for (const field of ['basePath', 'locale']) {
    const value = input[field]
    if (value !== undefined && value !== false) report(`${place}.${field}`, 'is neither undefined nor false')
  }
  const { source, destination, canonical } = input
  if (canonical !== undefined && typeof canonical !== 'boolean')
    report(`${place}.canonical`, 'is neither true nor false')
  const conditionsOf = (field: 'has' | 'missing') =>
    readList(input[field], `${place}.${field}`, report, (item, at) => parseCondition(item, at, report))
  const [has, missing] = [conditionsOf('has'), conditionsOf('missing')]
  const pattern = parseSource(source, `${place}.source`, report)
  const target = parseTarget(destination, pattern, has, kind, (message) => report(`${place}.destination`, message))
  if (typeof source !== 'string') return undefined
  return {
    place,
    source,
    destination: typeof destination === 'string' ? destination : '',
    locale: input['locale'] !== false,
    ...(canonical === true && { canonical }),
    ...(has.length > 0 && { has }),
    ...(missing.length > 0 && { missing }),
    pattern: pattern ?? { regexp: '', params: [] },
    target: target ?? { path: [], query: [], hash: [] },
  }
}

function parseSource(source: unknown, place: string, report: ReportIssue): Pattern | undefined {
  if (typeof source !== 'string' || source === '') return void report(place, 'is missing')
  if (!source.startsWith('/')) return void report(place, 'does not start with /')
  try {
    const pattern = parsePattern(source)
    const { length } = pattern.regexp
    if (length > MAX_PATTERN) report(place, `becomes an expression of ${length} characters, over ${MAX_PATTERN}`)
    return pattern
  } catch (error) {
    return void report(place, `is not well formed (${(error as Error).message})`)
  }
}

function parseCondition(input: unknown, place: string, report: ReportIssue): Condition | undefined {
  if (!isRecord(input)) return void report(place, 'is not a condition')
  const { type, key, value } = input
  if (value !== undefined && typeof value !== 'string') return void report(`${place}.value`, 'is not a string')

  let condition: Condition
  if (type === 'host') {
    if (!value) return void report(`${place}.value`, 'is missing: a host condition needs one')
    condition = { type, value }
  } else if (type === 'header' || type === 'cookie' || type === 'query') {
    if (typeof key !== 'string' || key === '') return void report(`${place}.key`, 'is missing')
    // `Headers.get` throws for a name that no header can have.
    if (type === 'header' && !/^[\w!#$%&'*+.^`|~-]+$/.test(key)) return void report(`${place}.key`, 'is no header name')
    condition = { type, key, ...(value && { value }) }
  } else return void report(`${place}.type`, `${String(type)} is not one of header, cookie, query, host`)

  try {
    conditionRegexp(condition)
  } catch (error) {
    report(`${place}.value`, `is no regular expression (${(error as Error).message})`)
  }
  return condition
}

/**
 * Checks a target. If the source is invalid (`pattern` is undefined), only the beginning of the destination is checked.
 */
function parseTarget(
  destination: unknown,
  pattern: Pattern | undefined,
  has: readonly Condition[],
  kind: FillKind,
  report: (message: string) => void,
): Destination | undefined {
  if (typeof destination !== 'string' || destination === '') return void report('is missing')
  if (!/^(?:\/|https?:\/\/)/.test(destination)) return void report('does not start with /, http:// or https://')
  if (pattern === undefined) return undefined
  const offered = new Set([...pattern.params.flatMap(({ name }) => name ?? []), ...has.flatMap(offeredNames)])
  let read: ReturnType<typeof parseDestination>
  try {
    read = parseDestination(destination, offered)
  } catch (error) {
    return void report(`is not well formed (${(error as Error).message})`)
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
  return read.destination
}

/**
 * Returns the param by which a visitor could choose the host, or null. A host has to end in a literal domain, except
 * that a redirect may use the captured text of a `host` condition, which is the site's name.
 */
function hostChooser(host: readonly Piece[], has: readonly Condition[], kind: FillKind): string | null {
  const tail = host.at(-1)
  if (typeof tail === 'string' && (!hasParam(host) || /\.[^.]+\.[^.]+$/.test(tail))) return null
  const own = new Set(has.filter(({ type }) => type === 'host').flatMap(offeredNames))
  const names = host.flatMap((piece) => (typeof piece === 'string' ? [] : piece.name))
  return names.find((name) => kind === 'rewrite' || !own.has(name)) ?? null
}
