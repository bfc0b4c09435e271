import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import * as v from 'valibot'
import ownVariables from 'virtual:app/env'
import { type OwnEnv, ownSchemas } from '#fairlead/platform/own-variables.ts'
import type { AppVariables } from '#fairlead/platform/app-types.ts'
import { readOrigin } from '#fairlead/platform/http/read-origin.ts'
import { isPathPattern, PATH_PATTERN_RULE } from '#fairlead/platform/path-patterns.ts'
import { isUrl, readWholeNumber, variable, wholeNumber } from '#fairlead/platform/variable.ts'

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function rate(fallback: number) {
  return variable<number | 'off'>(fallback, 'requests a second from 1 to 1000000, or off', (text) =>
    text === 'off' ? text : readWholeNumber(text, 1, 1_000_000),
  )
}

const SECRET = 'at least 16 characters, none of them a space'

const optionalText = undefined as string | undefined

const secret = variable(optionalText, SECRET, (text) => (/^\S{16,512}$/.test(text) ? text : undefined))

const variables = v.object({
  PORT: wholeNumber(3000, 0, 65_535),
  HOST: variable('0.0.0.0', 'an IP address or a host name', (text) =>
    isIP(text) || /^[a-z\d]([a-z\d.-]{0,252}[a-z\d])?$/i.test(text) ? text : undefined,
  ),
  DATA_DIR: variable('data', 'a path without NUL', (text) => (text.includes('\0') ? undefined : text)),
  DATABASE_URL: variable(optionalText, 'postgres://user:password@host:port/database', (text) =>
    isUrl(text, /^postgres(ql)?:$/)?.hostname ? text : undefined,
  ),
  SENTRY_DSN: variable(optionalText, 'https://key@host/project', (text) => {
    const url = isUrl(text, /^https?:$/)
    return url?.username && /^\/(.*\/)?[^/]+$/.test(url.pathname) ? text : undefined
  }),
  SENTRY_TRANSPORT: variable<'tunnel' | 'direct'>('tunnel', 'tunnel or direct', (text) =>
    text === 'tunnel' || text === 'direct' ? text : undefined,
  ),
  SENTRY_TUNNEL_PATH: variable(
    optionalText,
    'a path such as /pier, of letters, digits, - and _, that is not reserved',
    (text) => (/^(?!\/(?:monitoring|healthz|_\w+)(?:\/|$))(?:\/[\w-]{1,60}){1,4}$/.test(text) ? text : undefined),
  ),
  SENTRY_TRACES_SAMPLE_RATE: variable(0.1, 'a number from 0 to 1', (text) =>
    /^(0|1|[01]?\.\d{1,6}|1\.0+)$/.test(text) && Number(text) <= 1 ? Number(text) : undefined,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(optionalText, 'an http or https URL such as http://localhost:4318', (text) =>
    isUrl(text, /^https?:$/) ? text : undefined,
  ),
  RETENTION_DAYS: wholeNumber(30, 1, 3650, ' days'),
  RETENTION_BYTES: wholeNumber(1_000_000_000, 1_000_000, 1_000_000_000_000, ' bytes'),
  OPERATOR_TOKEN: secret,
  REPORT_WEBHOOK: variable(
    optionalText,
    'an http or https URL without a user name, such as https://hooks.example.com/a',
    (text) => {
      const url = isUrl(text, /^https?:$/)
      return url && url.username + url.password === '' ? text : undefined
    },
  ),
  REPORT_WEBHOOK_SECRET: secret,
  PUBLIC_ORIGIN: variable(optionalText, 'an origin such as https://example.com, without a path', readOrigin),
  BESIDE_ORIGIN: variable(optionalText, 'an origin such as http://localhost:3001, without a path', readOrigin),
  BESIDE_KEEP: variable<string[]>([], `${PATH_PATTERN_RULE}, several separated by commas`, (text) => {
    const patterns = text.split(',').map((pattern) => pattern.trim())
    return patterns.every(isPathPattern) ? patterns : undefined
  }),
  TRUSTED_PROXIES: variable<string[]>([], 'IP addresses or ranges such as 10.0.0.0/8, separated by commas', (text) => {
    const ranges = text.split(',').map((range) => range.trim())
    return ranges.every(isAddressRange) ? ranges : undefined
  }),
  WORKERS: variable(1, 'a whole number from 1 to 256, or auto: one for each processor core', (text) =>
    text === 'auto' ? availableParallelism() : readWholeNumber(text, 1, 256),
  ),
  // This is longer than the 60 s for which nginx and most load balancers keep connections: they have to close them
  // first.
  KEEP_ALIVE_TIMEOUT: wholeNumber(65, 1, 3_600, ' seconds'),
  RATE_LIMIT: rate(20),
  TUNNEL_RATE_LIMIT: rate(50),
})

/** The validated environment: the variables above, and those of `app/env.server.ts`. */
export type Env = Readonly<v.InferOutput<typeof variables>> & OwnEnv<AppVariables>

const own = ownSchemas(ownVariables, Object.keys(variables.entries))
const all = v.pipe(
  v.object({ ...variables.entries, ...own.schemas }),
  v.forward(
    v.partialCheck(
      [['REPORT_WEBHOOK'], ['REPORT_WEBHOOK_SECRET']],
      ({ REPORT_WEBHOOK, REPORT_WEBHOOK_SECRET }) =>
        REPORT_WEBHOOK === undefined || REPORT_WEBHOOK_SECRET !== undefined,
      `${SECRET}, because REPORT_WEBHOOK is set`,
    ),
    ['REPORT_WEBHOOK_SECRET'],
  ),
)

/** Variables that may contain a password: their values are never printed, not even in an error. */
const SECRETS = new Set([
  'DATABASE_URL',
  'SENTRY_DSN',
  'OPERATOR_TOKEN',
  'REPORT_WEBHOOK',
  'REPORT_WEBHOOK_SECRET',
  'PUBLIC_ORIGIN',
  'BESIDE_ORIGIN',
  ...own.secrets,
])

/** Validates the environment. `fault` is one line that names each bad variable, its value and the allowed values. */
export function parseEnv(
  source: Record<string, string | undefined>,
): { type: 'ok'; env: Env } | { type: 'faulty'; fault: string } {
  const result = v.safeParse(all, source)
  if (result.success) {
    // The schemas of the application's variables have lost their types.
    const output: unknown = Object.freeze(result.output)
    return { type: 'ok', env: output as Env }
  }
  const faults = result.issues.map((issue) => {
    const name = String(issue.path?.[0].key)
    if (!source[name]) return `${name} is missing; it takes ${issue.message}`
    const value = SECRETS.has(name) ? 'its value' : JSON.stringify(source[name])
    return `${name}: ${value} is not allowed; it takes ${issue.message}`
  })
  return { type: 'faulty', fault: faults.join('. ') }
}

/** A variable of a process that renders pages for a command, while servers use the same database. */
export const RENDER_VARIABLE = 'FAIRLEAD_RENDER'

/** True if this process only renders: it runs no jobs, queued calls and hooks, and neither stores nor sends reports. */
export const onlyRenders = () => process.env[RENDER_VARIABLE] !== undefined

let parsed: Env | undefined

/**
 * Returns the environment of this process, which is read once, and again after `setVariable`.
 *
 * @throws Error with the one line of `parseEnv` when a variable is bad.
 */
export function readEnv(): Env {
  if (!parsed) {
    const result = parseEnv(process.env)
    if (result.type === 'faulty') throw new Error(result.fault)
    parsed = result.env
  }
  return parsed
}

/** True if browsers reach this site by HTTPS, according to `PUBLIC_ORIGIN`. */
export function isHttps({ PUBLIC_ORIGIN }: Pick<Env, 'PUBLIC_ORIGIN'>): boolean {
  return PUBLIC_ORIGIN?.startsWith('https:') === true
}

/** Sets a variable that is known only after the start: a stored token, or the port that the system chose. */
export function setVariable(name: 'OPERATOR_TOKEN' | 'PORT', value: string): void {
  process.env[name] = value
  parsed = undefined
}

/** The environment of this process, read with the first access: `env.PUBLIC_ORIGIN`. Throws as `readEnv` does. */
export const env: Env = new Proxy({} as Env, { get: (_, name) => Reflect.get(readEnv(), name) as unknown })
