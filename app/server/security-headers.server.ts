import type { Env } from '#app/server/env.server.ts'

type Settings = Pick<Env, 'PUBLIC_ORIGIN' | 'SENTRY_DSN' | 'SENTRY_TRANSPORT'>

/** Where browsers report what a policy has stopped. */
export const CSP_REPORTS = '/monitoring/csp'

const YEAR_SECONDS = 31_536_000

function isHttps(origin: string | undefined): boolean {
  return origin?.startsWith('https:') ?? false
}

function policy(directives: Record<string, string | undefined>): string {
  return Object.entries(directives)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`.trim()]))
    .join('; ')
}

const REPORTING = { 'report-uri': CSP_REPORTS, 'report-to': 'csp' }

/**
 * The policy of a document. Styles may be written into the page, since none of them comes from a visitor. Pure.
 *
 * @param scripts where its scripts may come from, see below
 */
function policyOfDocument(scripts: string, { PUBLIC_ORIGIN, SENTRY_DSN, SENTRY_TRANSPORT }: Settings): string {
  const ingest = SENTRY_DSN !== undefined && SENTRY_TRANSPORT === 'direct' ? new URL(SENTRY_DSN).origin : undefined
  return policy({
    'default-src': "'self'",
    'script-src': scripts,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'connect-src': ingest === undefined ? "'self'" : `'self' ${ingest}`,
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'upgrade-insecure-requests': isHttps(PUBLIC_ORIGIN) ? '' : undefined,
    ...REPORTING,
  })
}

/**
 * The policy of a document that is made for one request. Its scripts are those that carry the nonce, and what they load.
 * Pure.
 *
 * @param nonce random for each document, in base64
 */
export function documentPolicy(nonce: string, settings: Settings): string {
  return policyOfDocument(`'nonce-${nonce}' 'strict-dynamic'`, settings)
}

/**
 * The policy of a document that is made for everyone. Its scripts are files of this origin, and those written into it.
 * Pure.
 *
 * @param sources hashes of what is written into the document, as a policy spells them
 */
export function keptDocumentPolicy(sources: readonly string[], settings: Settings): string {
  return policyOfDocument(["'self'", ...sources].join(' '), settings)
}

/** The policy of everything that is no such document: files, data, redirects. Opened by itself it runs nothing. */
const OTHER_POLICY = policy({
  'default-src': "'none'",
  'img-src': "'self'",
  'style-src': "'unsafe-inline'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
})

/** The security headers of every answer; a document replaces the policy by its own. Pure. */
export function securityHeaders({ PUBLIC_ORIGIN }: Settings): Record<string, string> {
  return {
    'content-security-policy': OTHER_POLICY,
    'reporting-endpoints': `csp="${CSP_REPORTS}"`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(isHttps(PUBLIC_ORIGIN) && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  }
}
