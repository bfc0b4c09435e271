import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { env, parseEnv } from '#fairlead/platform/env.server.ts'
import { defineEnv, type OwnEnv, ownSchemas, type OwnVariables } from '#fairlead/platform/own-variables.ts'

const declared = defineEnv({
  TIDES_URL: { kind: 'url', default: 'https://tides.example' },
  TIDES_KEY: { kind: 'text', secret: true, minLength: 8, example: 'a-key-of-the-service' },
  TIDES_DAYS: { kind: 'integer', min: 1, max: 365, default: 30 },
  TIDES_UNIT: { kind: 'choice', of: ['metres', 'feet'], default: 'metres' },
  TIDES_LIVE: { kind: 'flag', default: false },
  TIDES_CONTACT: { kind: 'text', optional: true },
})

const { schemas, secrets } = ownSchemas(declared, ['PORT'])

function parse(source: Record<string, string>) {
  return v.safeParse(v.object(schemas), source)
}

describe('variables of the application', () => {
  it('have their defaults and their types', () => {
    const { output } = parse({ TIDES_KEY: '12345678', TIDES_DAYS: '7', TIDES_LIVE: 'on', TIDES_URL: '' })
    expect(output).toEqual({
      TIDES_URL: 'https://tides.example',
      TIDES_KEY: '12345678',
      TIDES_DAYS: 7,
      TIDES_UNIT: 'metres',
      TIDES_LIVE: true,
      TIDES_CONTACT: undefined,
    })
    expectTypeOf<OwnEnv<typeof declared>>().toEqualTypeOf<{
      readonly TIDES_URL: string
      readonly TIDES_KEY: string
      readonly TIDES_DAYS: number
      readonly TIDES_UNIT: 'metres' | 'feet'
      readonly TIDES_LIVE: boolean
      readonly TIDES_CONTACT: string | undefined
    }>()
    expect(secrets).toEqual(['TIDES_KEY'])
  })

  it.each([
    [{ TIDES_KEY: 'short' }, 'TIDES_KEY', 'at least 8 characters, such as a-key-of-the-service'],
    [{ TIDES_KEY: '12345678', TIDES_URL: 'tides' }, 'TIDES_URL', 'a URL such as https://example.com'],
    [{ TIDES_KEY: '12345678', TIDES_DAYS: '0' }, 'TIDES_DAYS', 'a whole number from 1 to 365'],
    [{ TIDES_KEY: '12345678', TIDES_UNIT: 'fathoms' }, 'TIDES_UNIT', 'metres or feet'],
    [{ TIDES_KEY: '12345678', TIDES_LIVE: 'yes' }, 'TIDES_LIVE', 'on or off'],
  ])('are refused when %j', (source, name, allowed) => {
    const issues = parse(source).issues ?? []
    expect(issues.map(({ path, message }) => [path?.[0].key, message])).toEqual([[name, allowed]])
  })

  it.each<[declaration: unknown, fault: string]>([
    [{ tidesKey: { kind: 'flag', default: true } }, 'tidesKey is no name of a variable'],
    [{ VITE_KEY: { kind: 'flag', default: true } }, 'VITE_KEY would be read by the build'],
    [{ TIDES_KEY: { kind: 'text', secret: true, default: 'x' } }, 'TIDES_KEY is a secret with a default'],
    [{ TIDES_DAYS: { kind: 'integer', min: 1, max: 9, default: 30 } }, 'the default "30"; it takes a whole number'],
  ])('are not declared as %j', (declaration, fault) => {
    expect(() => defineEnv(declaration as OwnVariables)).toThrow(fault)
  })

  it('do not have the name of one of the shell', () => {
    const port = defineEnv({ PORT: { kind: 'integer', min: 1, max: 9, default: 3 } })
    expect(() => ownSchemas(port, ['PORT'])).toThrow('app/env.server.ts: PORT is a variable of the shell')
  })
})

it('the environment is read with the first access', () => {
  expect(env.RETENTION_DAYS).toBe(30)
  const bad = parseEnv({ ...process.env, PORT: 'x' })
  expect(bad).toEqual({ type: 'faulty', fault: 'PORT: "x" is not allowed; it takes a whole number from 0 to 65535' })
})

describe('a bad variable', () => {
  it.each<[name: string, value: string, allowed: RegExp]>([
    ['PORT', 'abc', /0 .*65535/],
    ['PORT', '99999', /0 .*65535/],
    ['PORT', '80.5', /0 .*65535/],
    ['HOST', 'not a host', /address|host/],
    ['DATABASE_URL', 'mysql://root:hunter2@localhost/x', /postgres:\/\//],
    ['SENTRY_DSN', 'nonsense', /https:\/\//],
    ['SENTRY_TRANSPORT', 'pigeon', /tunnel.*direct/],
    ['SENTRY_TUNNEL_PATH', '/healthz', /a path such as \/pier/],
    ['SENTRY_TRACES_SAMPLE_RATE', '2', /0 .*1/],
    ['RETENTION_DAYS', '-1', /\d+ to \d+/],
    ['RETENTION_BYTES', 'lots', /\d+ to \d+/],
    ['OPERATOR_TOKEN', 'short', /16/],
    ['REPORT_WEBHOOK', 'slack://hooks.example/hunter2', /http or https/],
    ['REPORT_WEBHOOK', 'https://a:hunter2@hooks.example', /without a user name/],
    ['REPORT_WEBHOOK', 'https://hooks.example/hunter2', /^REPORT_WEBHOOK_SECRET is missing; it takes at least 16/],
    ['PUBLIC_ORIGIN', 'https://example.com/path', /https:\/\/|origin/],
    ['TRUSTED_PROXIES', '10.0.0.0/99', /address|range/i],
    ['RATE_LIMIT', 'lots', /off/],
    ['WORKERS', '0', /1 to 256, or auto/],
    ['TUNNEL_RATE_LIMIT', '-5', /off/],
  ])('%s=%s is told in one line, which has nothing secret', (name, value, allowed) => {
    const result = parseEnv({ ...process.env, [name]: value })
    const fault = result.type === 'faulty' ? result.fault : ''
    expect(fault.split('\n')).toHaveLength(1)
    expect(fault).toContain(name)
    expect(fault.replace(value, '')).toMatch(allowed)
    expect(fault).not.toContain('hunter2')
  })
})
