import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import * as v from 'valibot'
import ownVariables from 'virtual:app/env'
import { type OwnEnv, type OwnVariables, type PublicEnv, readVariables } from '#fairlead/platform/own-variables.ts'
import type { AppVariables } from '#fairlead/platform/app-types.ts'
import { readOrigin } from '#fairlead/platform/http/read-origin.ts'
import { isPathPattern, PATH_PATTERN_RULE } from '#fairlead/platform/path-patterns.ts'

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const text = (is: (text: string) => unknown, allowed: string) =>
  v.pipe(
    v.string(),
    v.check((it) => Boolean(is(it)), allowed),
  )

const url = (protocols: RegExp, is: (url: URL) => unknown, allowed: string) =>
  text((it) => URL.canParse(it) && protocols.test(new URL(it).protocol) && is(new URL(it)), allowed)

const origin = (allowed: string) => v.optional(v.pipe(v.string(), v.transform(readOrigin), v.string(allowed)))

/** A list, separated by commas. */
const list = (is: (item: string) => boolean, allowed: string) => {
  const items = (it: string) => it.split(',').map((item) => item.trim())
  return v.optional(
    v.pipe(
      v.string(),
      v.transform((it) => (it === '' ? [] : items(it))),
      v.everyItem(is, allowed),
    ),
    '',
  )
}

function wholeNumber(from: number, to: number, more = '') {
  const allowed = `a whole number from ${from} to ${to}${more}`
  const digits = v.regex(/^\d{1,15}$/, allowed)
  return v.pipe(v.string(), digits, v.toNumber(), v.minValue(from, allowed), v.maxValue(to, allowed))
}

function rate(fallback: string) {
  const read = (it: string) => (it === 'off' ? it : Number(it))
  const isRate = (it: number | 'off') => it === 'off' || (Number.isInteger(it) && it >= 1 && it <= 1_000_000)
  const allowed = 'requests a second from 1 to 1000000, or off'
  return v.optional(v.pipe(v.string(), v.transform(read), v.check(isRate, allowed)), fallback)
}

const SECRET = 'at least 16 characters, none of them a space'

const secret = v.optional(v.pipe(v.string(), v.regex(/^\S{16,512}$/, SECRET)))

const SAMPLE_RATE = 'a number from 0 to 1'

const processors = () => Math.min(availableParallelism(), 256)

/** The schema of the shell's variables. */
export const shellVariables = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  HOST: v.optional(
    text((it) => isIP(it) || /^[a-z\d]([a-z\d.-]{0,252}[a-z\d])?$/i.test(it), 'an IP address or a host name'),
    '0.0.0.0',
  ),
  DATA_DIR: v.optional(v.pipe(v.string(), v.excludes('\0', 'a path without NUL')), 'data'),
  DATABASE_URL: v.optional(
    url(/^postgres(ql)?:$/, ({ hostname }) => hostname, 'postgres://user:password@host:port/database'),
  ),
  SENTRY_DSN: v.optional(
    url(
      /^https?:$/,
      ({ username, pathname }) => username && /^\/(.*\/)?[^/]+$/.test(pathname),
      'https://key@host/project',
    ),
  ),
  SENTRY_TRANSPORT: v.optional(v.picklist(['tunnel', 'direct'], 'tunnel or direct'), 'tunnel'),
  SENTRY_TUNNEL_PATH: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?!\/(?:monitoring|healthz|_\w+)(?:\/|$))(?:\/[\w-]{1,60}){1,4}$/,
        'a path such as /pier, of letters, digits, - and _, that is not reserved',
      ),
    ),
  ),
  SENTRY_TRACES_SAMPLE_RATE: v.optional(
    v.pipe(v.string(), v.regex(/^(0|1|[01]?\.\d{1,6}|1\.0+)$/, SAMPLE_RATE), v.toNumber(), v.maxValue(1, SAMPLE_RATE)),
    '0.1',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    url(/^https?:$/, () => true, 'an http or https URL such as http://localhost:4318'),
  ),
  RETENTION_DAYS: v.optional(wholeNumber(1, 3650, ' days'), '30'),
  RETENTION_BYTES: v.optional(wholeNumber(1_000_000, 1_000_000_000_000, ' bytes'), '1000000000'),
  OPERATOR_TOKEN: secret,
  REPORT_WEBHOOK: v.optional(
    url(
      /^https?:$/,
      ({ username, password }) => username + password === '',
      'an http or https URL without a user name, such as https://hooks.example.com/a',
    ),
  ),
  REPORT_WEBHOOK_SECRET: secret,
  PUBLIC_ORIGIN: origin('an origin such as https://example.com, without a path'),
  BESIDE_ORIGIN: origin('an origin such as http://localhost:3001, without a path'),
  BESIDE_KEEP: list(isPathPattern, `${PATH_PATTERN_RULE}, several separated by commas`),
  TRUSTED_PROXIES: list(isAddressRange, 'IP addresses or ranges such as 10.0.0.0/8, separated by commas'),
  WORKERS: v.optional(
    v.pipe(
      v.string(),
      v.transform((it) => (it === 'auto' ? String(processors()) : it)),
      wholeNumber(1, 256, ', or auto: one for each processor core'),
    ),
    '1',
  ),
  // This is longer than the 60 s for which nginx and most load balancers keep connections: they have to close them
  // first.
  KEEP_ALIVE_TIMEOUT: v.optional(wholeNumber(1, 3_600, ' seconds'), '65'),
  RATE_LIMIT: rate('20'),
  TUNNEL_RATE_LIMIT: rate('50'),
})

/** The validated environment: the variables of the shell and of `app/env.server.ts`. */
export type Env = Readonly<v.InferOutput<typeof shellVariables>> & OwnEnv<AppVariables>

const checked = v.pipe(
  shellVariables,
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

/**
 * Validates the environment. `fault` is one line that names each bad variable, its fault and what it takes.
 *
 * @throws Error if `own` declares a variable twice, or one of the shell
 */
export function parseEnv(
  source: Record<string, string | undefined>,
  own: OwnVariables = ownVariables,
): { type: 'ok'; env: Env } | { type: 'faulty'; fault: string } {
  const groups = [checked, ...Object.values(own)]
  const names = groups.flatMap(({ entries }) => Object.keys(entries))
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined)
    throw new Error(`app/env.server.ts: ${twice} is there twice, or a variable of the shell; allowed: another name`)
  const read = readVariables(groups, source)
  return read.type === 'ok'
    ? { type: 'ok', env: Object.freeze(read.values) as Env }
    : { type: 'faulty', fault: read.faults.join('. ') }
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

/** Returns the variables that pages send to the browser. */
export function readPublicEnv(): PublicEnv<AppVariables> {
  const env = readEnv()
  const names = Object.keys(ownVariables.public?.entries ?? {})
  return Object.fromEntries(names.map((name) => [name, Reflect.get(env, name) as unknown]))
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
