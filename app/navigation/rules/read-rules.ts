import { checkDestination } from '#app/navigation/rules/check-destination.ts'
import { checkSource, slowMessage } from '#app/navigation/rules/check-patterns.ts'
import type { FillKind } from '#app/navigation/rules/destination.ts'
import { isRecord, messageOf, textOf, type Report } from '#app/navigation/rules/faults.ts'
import { readPattern } from '#app/navigation/rules/pattern.ts'
import { readConditions } from '#app/navigation/rules/read-conditions.ts'
import type { Pattern, RedirectRule, RedirectStatus, Rule } from '#app/navigation/rules/table.ts'

/** The longest regular expression, in characters, that a source may become. */
export const MAX_PATTERN = 4096

const STATUSES: readonly RedirectStatus[] = [301, 302, 303, 307, 308]
const REWRITE_FIELDS = ['source', 'destination', 'basePath', 'locale', 'has', 'missing']
const FIELDS = { rewrite: REWRITE_FIELDS, redirect: [...REWRITE_FIELDS, 'permanent', 'statusCode'] }

/** Reads a list of redirects and reports every fault in it. */
export function readRedirects(input: unknown, place: string, report: Report): RedirectRule[] {
  return readList(input, place, report, (rule, at) => {
    const read = readRule(rule, at, 'redirect', report)
    const status = readStatus(rule, at, report)
    return read && status && { ...read, status }
  })
}

/** Reads a list of rewrites and reports every fault in it. */
export function readRewrites(input: unknown, place: string, report: Report): Rule[] {
  return readList(input, place, report, (rule, at) => readRule(rule, at, 'rewrite', report))
}

function readList<T>(
  input: unknown,
  place: string,
  report: Report,
  read: (rule: Record<string, unknown>, place: string) => T | undefined,
): T[] {
  if (input === undefined) return []
  if (!Array.isArray(input)) {
    report(place, 'is not an array')
    return []
  }
  return input.flatMap((rule: unknown, row) => {
    const at = `${place}[${row}]`
    if (!isRecord(rule)) report(at, 'is not a rule')
    const made = isRecord(rule) ? read(rule, at) : undefined
    return made === undefined ? [] : [made]
  })
}

function readStatus({ permanent, statusCode }: Record<string, unknown>, place: string, report: Report) {
  if (permanent !== undefined && statusCode !== undefined) {
    report(`${place}.statusCode`, 'cannot stand beside permanent')
  } else if (statusCode !== undefined) {
    const status = STATUSES.find((known) => known === statusCode)
    if (status === undefined)
      report(`${place}.statusCode`, `${textOf(statusCode)} is not one of ${STATUSES.join(', ')}`)
    return status
  } else if (typeof permanent !== 'boolean') {
    report(`${place}.permanent`, 'is neither true nor false, and there is no statusCode')
  }
  return permanent === true ? 308 : 307
}

function readRule(input: Record<string, unknown>, place: string, kind: FillKind, report: Report): Rule | undefined {
  for (const [field, value] of Object.entries(input)) {
    if (value !== undefined && !FIELDS[kind].includes(field)) report(`${place}.${field}`, `is not a field of a ${kind}`)
  }
  for (const field of ['basePath', 'locale']) {
    const value = input[field]
    if (value !== undefined && value !== false) report(`${place}.${field}`, 'is neither undefined nor false')
  }
  const { source, destination } = input
  const has = readConditions(input['has'], `${place}.has`, report)
  const missing = readConditions(input['missing'], `${place}.missing`, report)
  const pattern = readSource(source, `${place}.source`, report)
  checkDestination(destination, pattern, has, kind, (message) => report(`${place}.destination`, message))
  if (typeof source !== 'string' || typeof destination !== 'string') return undefined
  return {
    place,
    source,
    destination,
    locale: input['locale'] !== false,
    ...(has.length > 0 && { has }),
    ...(missing.length > 0 && { missing }),
  }
}

function readSource(source: unknown, place: string, report: Report): Pattern | null {
  if (typeof source !== 'string' || source === '') {
    report(place, 'is missing')
    return null
  }
  if (!source.startsWith('/')) {
    report(place, 'does not start with /')
    return null
  }
  try {
    const pattern = readPattern(source)
    const { length } = pattern.regexp
    if (length > MAX_PATTERN) report(place, `becomes an expression of ${length} characters, over ${MAX_PATTERN}`)
    else {
      const verdict = checkSource(source)
      if (verdict.type === 'slow') report(place, slowMessage(verdict))
    }
    return pattern
  } catch (error) {
    report(place, `is not well formed (${messageOf(error)})`)
    return null
  }
}
