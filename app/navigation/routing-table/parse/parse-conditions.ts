import { conditionRegexp } from '#app/navigation/routing-table/match/conditions.ts'
import { isRecord, errorMessage, type ReportIssue } from '#app/navigation/routing-table/parse/issues.ts'
import type { Condition } from '#app/navigation/routing-table/routing-types.ts'

/** Reads a `has` or `missing` list and reports every issue. */
export function parseConditions(input: unknown, place: string, report: ReportIssue): Condition[] {
  if (input === undefined) return []
  if (!Array.isArray(input)) {
    report(place, 'is not an array of conditions')
    return []
  }
  return input.flatMap((item: unknown, row) => {
    const condition = parseCondition(item, `${place}[${row}]`, report)
    return condition === undefined ? [] : [condition]
  })
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
    // Asking for a header by a name that no header can have throws.
    if (type === 'header' && !/^[\w!#$%&'*+.^`|~-]+$/.test(key)) return void report(`${place}.key`, 'is no header name')
    condition = { type, key, ...(value && { value }) }
  } else return void report(`${place}.type`, `${String(type)} is not one of header, cookie, query, host`)

  try {
    conditionRegexp(condition)
  } catch (error) {
    report(`${place}.value`, `is no regular expression (${errorMessage(error)})`)
  }
  return condition
}
