import {
  formatValue,
  isRecord,
  readList,
  readRecord,
  type ReportIssue,
} from '#fairlead/navigation/routing-table/parse/issues.ts'
import type { Beside } from '#fairlead/navigation/routing-table/routing-types.ts'
import { readOrigin } from '#fairlead/platform/http/read-origin.ts'
import { isPathPattern, PATH_PATTERN_RULE } from '#fairlead/platform/path-patterns.ts'

export type BesideInput = {
  /** Its origin, such as `http://localhost:3001`; `BESIDE_ORIGIN` replaces it at the start. */
  readonly origin?: string | undefined
  /** The `Host` that it is asked by, for a platform that tells applications apart by it. Default: the visitor's. */
  readonly host?: string | undefined
  /** Own cookies that it may read and set, such as `session`. Default: none. */
  readonly cookies?: readonly string[] | undefined
  /** Paths that it keeps, although this application has them: `/shop`, or `/shop/*` with all below it. */
  readonly keep?: readonly string[] | undefined
  /** Paths that only this percentage of visitors gets from this application: `{ '/blog/*': 20 }`. */
  readonly share?: Readonly<Record<string, number>> | undefined
  /** The command that `npm run dev` starts it by, with its port in `PORT`. */
  readonly dev?: string | undefined
  /** The folder where `dev` runs. */
  readonly folder?: string | undefined
}

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)

const TEXTS: Readonly<Record<string, readonly [read: (text: string) => string | undefined, allowed: string]>> = {
  origin: [readOrigin, 'an http or https origin without a path, such as http://localhost:3001'],
  host: [matching(/^[\w.-]+(?::\d{1,5})?$/), 'a host such as old.example.com'],
  dev: [matching(/\S/), 'a command such as npm run dev'],
  folder: [matching(/\S/), 'a path of a folder such as ../old'],
}

const KEYS = [...Object.keys(TEXTS), 'cookies', 'keep', 'share']

const isCookieName = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]+$/.test(value)

const isPercentage = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100

/** Reads `beside` of a table, and reports values that are not allowed. */
export function parseBeside(input: unknown, report: ReportIssue): Beside {
  const isOf =
    <T>(isAllowed: (value: unknown) => value is T, allowed: string) =>
    (value: unknown, place: string): T | undefined => {
      if (isAllowed(value)) return value
      report(place, `${formatValue(value)} is not ${allowed}`)
      return undefined
    }
  if (!isRecord(input)) report('beside', 'is not an object')
  const values = isRecord(input) ? input : {}
  for (const key of Object.keys(values)) {
    if (!KEYS.includes(key)) report(`beside.${key}`, `is not a key of it; allowed: ${KEYS.join(', ')}`)
  }
  const texts = Object.entries(TEXTS).flatMap(([key, [read, allowed]]) => {
    const value = values[key]
    if (value === undefined) return []
    const text = typeof value === 'string' ? read(value) : undefined
    if (text === undefined) report(`beside.${key}`, `${formatValue(value)} is not ${allowed}`)
    return [[key, text]]
  })
  if (values.dev !== undefined && values.folder === undefined) {
    report('beside.folder', 'is missing: the folder where `dev` starts the other application')
  }
  const readPattern = isOf(isPathPattern, PATH_PATTERN_RULE)
  const readPercentage = isOf(isPercentage, 'a percentage: a whole number from 0 to 100')
  const share = Object.entries(readRecord(values.share, 'beside.share', report)).flatMap(([pattern, percentage]) => {
    const place = `beside.share['${pattern}']`
    const isRead = readPattern(pattern, place) !== undefined && readPercentage(percentage, place) !== undefined
    return isRead ? [[pattern, percentage]] : []
  })
  return {
    ...(Object.fromEntries(texts) as Pick<Beside, 'origin' | 'host' | 'dev' | 'folder'>),
    cookies: readList(values.cookies, 'beside.cookies', report, isOf(isCookieName, 'the name of a cookie')),
    keep: readList(values.keep, 'beside.keep', report, readPattern),
    share: Object.fromEntries(share) as Beside['share'],
  }
}
