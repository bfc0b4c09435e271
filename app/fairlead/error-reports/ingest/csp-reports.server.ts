import { uuid4 } from '@sentry/core'
import * as v from 'valibot'
import { wholeNumber } from '#fairlead/error-reports/envelope/validate-items.ts'
import { parseJson, ENVELOPE } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import { TUNNEL } from '#fairlead/error-reports/ingest/tunnel-limits.server.ts'
import { type Endpoint, refuse } from '#fairlead/error-reports/ingest/ingest.server.ts'
import { toOwnRecord } from '#fairlead/error-reports/capture-exception.server.ts'

/** A violation of the Content-Security-Policy. Its URLs have no query. */
export type Violation = ReturnType<typeof toViolation>

/** Further violations of one report are dropped. */
const MAX_VIOLATIONS = 10

/** The line of a violation. An invalid one is left out, and the report is still accepted. */
const lineNumber = v.fallback(v.nullish(wholeNumber(1_000_000_000)), null)

/** A violation with the names of the directive `report-uri`, or with the names of the Reporting API. */
const reportSchema = v.looseObject({
  ...v.entriesFromList(['effective-directive', 'violated-directive', 'effectiveDirective'], v.nullish(v.string())),
  ...v.entriesFromList(['blocked-uri', 'document-uri', 'source-file'], v.nullish(v.string())),
  ...v.entriesFromList(['blockedURL', 'documentURL', 'sourceFile'], v.nullish(v.string())),
  ...v.entriesFromList(['line-number', 'lineNumber'], lineNumber),
})

const reportUriSchema = v.object({ 'csp-report': reportSchema })

const reportingApiSchema = v.array(v.looseObject({ type: v.string(), body: v.nullish(reportSchema) }))

/** Drops the query and the fragment of a URL; keywords such as `inline` stay. */
function withoutQuery(url: string | null | undefined): string {
  return (url ?? '').split(/[?#]/)[0]?.slice(0, 300) ?? ''
}

function toViolation(report: v.InferOutput<typeof reportSchema>) {
  const directive = report['effective-directive'] ?? report['violated-directive'] ?? report.effectiveDirective ?? ''
  return {
    directive: directive.split(' ')[0]?.slice(0, 60) ?? '',
    blocked: withoutQuery(report['blocked-uri'] ?? report.blockedURL),
    page: withoutQuery(report['document-uri'] ?? report.documentURL),
    source: withoutQuery(report['source-file'] ?? report.sourceFile) || undefined,
    line: report['line-number'] ?? report.lineNumber ?? undefined,
  }
}

/** Parses a browser's CSP report, untrusted and in either format; `undefined` if it is not one. */
export function parseCspReport(json: unknown): Violation[] | undefined {
  const one = v.safeParse(reportUriSchema, json)
  if (one.success) return [toViolation(one.output['csp-report'])]
  const many = v.safeParse(reportingApiSchema, json)
  if (!many.success) return undefined
  return many.output
    .flatMap(({ type, body }) => (type === 'csp-violation' && body ? [body] : []))
    .slice(0, MAX_VIOLATIONS)
    .map(toViolation)
}

const MAX_BYTES = 65_536

/** The kind of these reports in the desk's list and filter. */
const KIND = 'CspViolation'

function createEvent({ directive, blocked, page, source, line }: Violation): object {
  const value = `${directive || 'the policy'} stopped ${blocked || 'something'}`
  const mechanism = { type: 'csp', handled: true, synthetic: true }
  return {
    platform: 'javascript',
    level: 'warning',
    logger: 'csp',
    exception: { values: [{ type: KIND, value, mechanism }] },
    tags: { where: 'csp', directive },
    contexts: { csp: { directive, blocked, source, line } },
    request: { url: page },
  }
}

export const CSP_REPORTS: Endpoint = {
  limits: { softLimit: MAX_BYTES, hardLimit: MAX_BYTES, canExtend: () => false, timeoutMs: TUNNEL.bodyMs },
  read({ bytes }, { headers }) {
    const json = parseJson(bytes, ENVELOPE.jsonDepth)
    const violations = json.type === 'ok' ? parseCspReport(json.value) : undefined
    if (!violations) return refuse(400, 'the body is not a CSP report')
    const at = Date.now()
    const userAgent = headers['user-agent'] ?? null
    const records = violations.map((one) => toOwnRecord('event', createEvent(one), uuid4(), at, userAgent))
    return { type: 'valid', records }
  },
}
