import * as v from 'valibot'

/** A violation of the Content-Security-Policy. URLs have no query. */
export type Violation = {
  directive: string
  blocked: string
  page: string
  source: string | undefined
  line: number | undefined
}

/** Violations of one report; further ones are dropped. */
const MAX_VIOLATIONS = 10

const text = v.optional(v.nullable(v.string()))
const line = v.optional(v.nullable(v.number()))

/** The format of the directive `report-uri`. */
const reportUriSchema = v.object({
  'csp-report': v.looseObject({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': line,
  }),
})

/** The format of the Reporting API. */
const reportingApiSchema = v.array(
  v.looseObject({
    type: v.string(),
    body: v.optional(
      v.nullable(
        v.looseObject({
          documentURL: text,
          effectiveDirective: text,
          blockedURL: text,
          sourceFile: text,
          lineNumber: line,
        }),
      ),
    ),
  }),
)

/** Returns a URL without its query and fragment; keywords such as `inline` unchanged. */
function withoutQuery(url: string | null | undefined): string {
  return (url ?? '').split(/[?#]/)[0]?.slice(0, 300) ?? ''
}

type ReportedViolation = [
  directive: string | null | undefined,
  blocked: unknown,
  page: unknown,
  source: unknown,
  line: unknown,
]

function violation([directive, blocked, page, source, at]: ReportedViolation): Violation {
  const toUrl = (value: unknown): string => withoutQuery(typeof value === 'string' ? value : '')
  return {
    directive: (directive ?? '').split(' ')[0]?.slice(0, 60) ?? '',
    blocked: toUrl(blocked),
    page: toUrl(page),
    source: toUrl(source) || undefined,
    line: typeof at === 'number' ? at : undefined,
  }
}

/**
 * Parses a browser's CSP report, in either format.
 *
 * @param json parsed and otherwise untrusted
 * @returns `undefined` when it is not a CSP report
 */
export function parseCspReport(json: unknown): Violation[] | undefined {
  const one = v.safeParse(reportUriSchema, json)
  if (one.success) {
    const report = one.output['csp-report']
    const directive = report['effective-directive'] ?? report['violated-directive']
    return [
      violation([
        directive,
        report['blocked-uri'],
        report['document-uri'],
        report['source-file'],
        report['line-number'],
      ]),
    ]
  }
  const many = v.safeParse(reportingApiSchema, json)
  if (!many.success) return undefined
  return many.output
    .flatMap(({ type, body }) => (type === 'csp-violation' && body ? [body] : []))
    .slice(0, MAX_VIOLATIONS)
    .map((body) =>
      violation([body.effectiveDirective, body.blockedURL, body.documentURL, body.sourceFile, body.lineNumber]),
    )
}
