import { validateDestination } from '#app/navigation/routing-table/parse/validate-destination.ts'
import type { FillKind } from '#app/navigation/routing-table/match/fill-destination.ts'
import { isRecord, errorMessage, formatValue, type ReportIssue } from '#app/navigation/routing-table/parse/issues.ts'
import { parsePattern } from '#app/navigation/routing-table/parse/parse-pattern.ts'
import { MAX_PATTERN } from '#app/navigation/routing-table/parse/pattern-limits.ts'
import { parseConditions } from '#app/navigation/routing-table/parse/parse-conditions.ts'
import type { Pattern, RedirectRule, RedirectStatus, Rule } from '#app/navigation/routing-table/routing-types.ts'

const STATUSES: readonly RedirectStatus[] = [301, 302, 303, 307, 308]
const REWRITE_FIELDS = ['source', 'destination', 'basePath', 'locale', 'has', 'missing']
const FIELDS = { rewrite: [...REWRITE_FIELDS, 'canonical'], redirect: [...REWRITE_FIELDS, 'permanent', 'statusCode'] }

/** Reads a list of redirects and reports every issue. */
export function parseRedirects(input: unknown, place: string, report: ReportIssue): RedirectRule[] {
  return parseList(input, place, report, (rule, at) => {
    const read = parseRule(rule, at, 'redirect', report)
    const status = parseStatus(rule, at, report)
    return read && { ...read, status }
  })
}

/** Reads a list of rewrites and reports every issue. */
export function parseRewrites(input: unknown, place: string, report: ReportIssue): Rule[] {
  return parseList(input, place, report, (rule, at) => parseRule(rule, at, 'rewrite', report))
}

function parseList<T>(
  input: unknown,
  place: string,
  report: ReportIssue,
  read: (rule: Record<string, unknown>, place: string) => T | undefined,
): T[] {
  if (input === undefined) return []
  if (!Array.isArray(input)) {
    report(place, input instanceof Promise ? 'is a Promise: await it' : 'is not an array')
    return []
  }
  return input.flatMap((rule: unknown, row) => {
    const at = `${place}[${row}]`
    if (!isRecord(rule)) report(at, 'is not a rule')
    const made = isRecord(rule) ? read(rule, at) : undefined
    return made === undefined ? [] : [made]
  })
}

function parseStatus(
  { permanent, statusCode }: Record<string, unknown>,
  place: string,
  report: ReportIssue,
): RedirectStatus {
  // Beside `permanent` it counts, as in Next.js.
  if (statusCode !== undefined) {
    const status = STATUSES.find((known) => known === statusCode)
    if (status !== undefined) return status
    report(`${place}.statusCode`, `${formatValue(statusCode)} is not one of ${STATUSES.join(', ')}`)
  } else if (typeof permanent !== 'boolean') {
    report(`${place}.permanent`, 'is neither true nor false, and there is no statusCode')
  }
  return permanent === true ? 308 : 307
}

function parseRule(
  input: Record<string, unknown>,
  place: string,
  kind: FillKind,
  report: ReportIssue,
): Rule | undefined {
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
  const has = parseConditions(input['has'], `${place}.has`, report)
  const missing = parseConditions(input['missing'], `${place}.missing`, report)
  const pattern = parseSourcePattern(source, `${place}.source`, report)
  validateDestination(destination, pattern, has, kind, (message) => report(`${place}.destination`, message))
  if (typeof source !== 'string') return undefined
  return {
    place,
    source,
    destination: typeof destination === 'string' ? destination : '',
    locale: input['locale'] !== false,
    ...(canonical === true && { canonical }),
    ...(has.length > 0 && { has }),
    ...(missing.length > 0 && { missing }),
  }
}

function parseSourcePattern(source: unknown, place: string, report: ReportIssue): Pattern | null {
  if (typeof source !== 'string' || source === '') {
    report(place, 'is missing')
    return null
  }
  if (!source.startsWith('/')) {
    report(place, 'does not start with /')
    return null
  }
  try {
    const pattern = parsePattern(source)
    const { length } = pattern.regexp
    if (length > MAX_PATTERN) report(place, `becomes an expression of ${length} characters, over ${MAX_PATTERN}`)
    return pattern
  } catch (error) {
    report(place, `is not well formed (${errorMessage(error)})`)
    return null
  }
}
