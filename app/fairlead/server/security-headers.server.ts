import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { DOCUMENT_RULES } from '#fairlead/navigation/prefetch/document-rules.ts'
import { TUNNEL_PATH } from '#fairlead/error-reports/tunnel-path.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { CSP_DIRECTIVES, type CspSources, mergeSources } from '#fairlead/platform/http/csp-sources.ts'
import { type Env, isHttps } from '#fairlead/platform/env.server.ts'
import { contentSources } from 'virtual:app/site'

type Settings = Pick<Env, 'PUBLIC_ORIGIN' | 'SENTRY_DSN' | 'SENTRY_TRANSPORT' | 'SENTRY_TUNNEL_PATH'>

const reportsPath = ({ SENTRY_TUNNEL_PATH = TUNNEL_PATH }: Settings) => `${withBasePath(SENTRY_TUNNEL_PATH)}/csp`

/** The sources of the build's files. If `ASSETS_ORIGIN` was set for the build, Vite's base is a URL. */
const ASSETS: CspSources = (() => {
  const base = import.meta.env.BASE_URL
  const origins = URL.canParse(base) ? [new URL(base).origin] : []
  return { scripts: origins, styles: origins, fonts: origins, images: origins, media: origins, fetch: origins }
})()

const YEAR_SECONDS = 31_536_000

/**
 * The scripts that every document may run. Speculation Rules, which prefetch documents, are data in a script, which the
 * policy has to allow by its hash.
 */
const SCRIPTS = [
  ...(contentSources.wasm ? ["'wasm-unsafe-eval'"] : []),
  `'sha256-${createHash('sha256').update(DOCUMENT_RULES).digest('base64')}'`,
]

type Directives = Record<string, string | undefined>

function policy(directives: Directives): string {
  return Object.entries(directives)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`.trim()]))
    .join('; ')
}

/** Returns the policy of a document. Inline styles are allowed, because none contains text from visitors. */
function policyOfDocument(scripts: string, settings: Settings, sources: CspSources): string {
  const { SENTRY_DSN, SENTRY_TRANSPORT } = settings
  const ingest = SENTRY_DSN !== undefined && SENTRY_TRANSPORT === 'direct' ? new URL(SENTRY_DSN).origin : undefined
  const directives: Directives = {
    'default-src': "'self'",
    'script-src': [scripts, ...SCRIPTS].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'connect-src': ingest === undefined ? "'self'" : `'self' ${ingest}`,
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'upgrade-insecure-requests': isHttps(settings) ? '' : undefined,
  }
  for (const [kind, list] of Object.entries(mergeSources(ASSETS, contentSources, sources))) {
    const name = CSP_DIRECTIVES[kind as keyof CspSources]
    // Without this directive `default-src` has applied.
    directives[name] = [directives[name] ?? "'self'", ...list].join(' ')
  }
  return policy({ ...directives, 'report-uri': reportsPath(settings), 'report-to': 'csp' })
}

/**
 * Returns the policy of a document that is rendered for one request. It allows scripts that carry the nonce (random for
 * each document, in base64) and the scripts that these load.
 */
export function documentPolicy(nonce: string, settings: Settings, page: CspSources): string {
  return policyOfDocument(`'nonce-${nonce}' 'strict-dynamic'`, settings, page)
}

/**
 * Returns the policy of a document that is cached for all visitors. It allows files of this origin, and inline scripts
 * whose hashes are `sources`, such as `'sha256-…'`.
 */
export function cachedDocumentPolicy(sources: readonly string[], settings: Settings, page: CspSources): string {
  return policyOfDocument(["'self'", ...sources].join(' '), settings, page)
}

/** The policy of all other responses (files, data, redirects), which run no scripts when opened directly. */
const OTHER_POLICY = policy({
  'default-src': "'none'",
  'img-src': "'self'",
  'style-src': "'unsafe-inline'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
})

export const DOCUMENT_POLICIES = [
  'content-security-policy',
  'reporting-endpoints',
  'x-frame-options',
  'permissions-policy',
  'cross-origin-opener-policy',
]

/** Destinations of requests (Fetch, `Sec-Fetch-Dest`) whose responses are never documents or workers. */
const SUBRESOURCES = new Set<unknown>(['script', 'style', 'font'])

/** Destinations of scripts that run under the policy of the response that brought them. */
const WORKERS = new Set<unknown>(['worker', 'sharedworker', 'serviceworker'])

/**
 * Creates a function that returns the security headers of a response by its request. Browsers heed `nosniff` only for a
 * script, a style, a font or the data of a server function. A document replaces the policy with its own.
 */
export function createSecurityHeaders(settings: Settings) {
  const nosniff = { 'x-content-type-options': 'nosniff' }
  const headers = {
    'content-security-policy': OTHER_POLICY,
    'reporting-endpoints': `csp="${reportsPath(settings)}"`,
    ...nosniff,
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(isHttps(settings) && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  }
  const forSubresources = Object.entries(nosniff)
  const forWorkers = Object.entries({ ...headers, 'content-security-policy': cachedDocumentPolicy([], settings, {}) })
  const forOthers = Object.entries(headers)
  return ({ url = '', headers: { 'sec-fetch-dest': to } }: Pick<IncomingMessage, 'url' | 'headers'>) => {
    if (SUBRESOURCES.has(to) || (to === 'empty' && url.startsWith('/_serverFn/'))) return forSubresources
    return WORKERS.has(to) ? forWorkers : forOthers
  }
}
