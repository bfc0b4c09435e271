import * as v from 'valibot'

/** What a browser says of something that the policy has stopped, without queries and what visitors typed. */
export type Violation = {
  directive: string
  blocked: string
  page: string
  source: string | undefined
  line: number | undefined
}

/** Violations that are kept of one report. */
const MOST = 10

const text = v.optional(v.nullable(v.string()))
const line = v.optional(v.nullable(v.number()))

/** As `report-uri` sends it. */
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

/** As the Reporting API sends it. */
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

/** An address without its query; words such as `inline` as they are. */
function withoutQuery(address: string | null | undefined): string {
  return (address ?? '').split(/[?#]/)[0]?.slice(0, 300) ?? ''
}

type ReportedViolation = [
  directive: string | null | undefined,
  blocked: unknown,
  page: unknown,
  source: unknown,
  line: unknown,
]

function violation([directive, blocked, page, source, at]: ReportedViolation): Violation {
  const address = (said: unknown): string => withoutQuery(typeof said === 'string' ? said : '')
  return {
    directive: (directive ?? '').split(' ')[0]?.slice(0, 60) ?? '',
    blocked: address(blocked),
    page: address(page),
    source: address(source) || undefined,
    line: typeof at === 'number' ? at : undefined,
  }
}

/**
 * Reads what browsers send when a policy has stopped something, in both forms. Pure.
 *
 * @param json parsed, and otherwise untrusted
 * @returns `undefined` when it is no such report
 */
export function parseCspReport(json: unknown): Violation[] | undefined {
  const one = v.safeParse(reportUriSchema, json)
  if (one.success) {
    const said = one.output['csp-report']
    const directive = said['effective-directive'] ?? said['violated-directive']
    return [violation([directive, said['blocked-uri'], said['document-uri'], said['source-file'], said['line-number']])]
  }
  const many = v.safeParse(reportingApiSchema, json)
  if (!many.success) return undefined
  return many.output
    .flatMap(({ type, body }) => (type === 'csp-violation' && body ? [body] : []))
    .slice(0, MOST)
    .map((body) =>
      violation([body.effectiveDirective, body.blockedURL, body.documentURL, body.sourceFile, body.lineNumber]),
    )
}
