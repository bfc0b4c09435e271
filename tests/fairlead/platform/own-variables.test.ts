import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { env, parseEnv } from '#fairlead/platform/env.server.ts'
import { defineEnv, type OwnEnv, type OwnVariables, type PublicEnv } from '#fairlead/platform/own-variables.ts'

const days = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(365))

const declared = defineEnv({
  secret: v.object({ TIDES_KEY: v.pipe(v.string(), v.minLength(8), v.examples(['a-key-of-the-service'])) }),
  server: v.object({
    TIDES_DAYS: v.optional(days, '30'),
    TIDES_UNIT: v.optional(v.picklist(['metres', 'feet']), 'metres'),
    TIDES_LIVE: v.optional(v.pipe(v.string(), v.parseBoolean({ truthy: ['on'], falsy: ['off'] })), 'off'),
    TIDES_CONTACT: v.optional(v.pipe(v.string(), v.email('a mail address'))),
  }),
  public: v.object({ TIDES_URL: v.optional(v.pipe(v.string(), v.url()), 'https://tides.example') }),
})

const KEY = { TIDES_KEY: '12345678' }

describe('variables of the application', () => {
  it('have their defaults and their types', () => {
    const read = parseEnv({ ...KEY, TIDES_DAYS: '7', TIDES_LIVE: 'on', TIDES_URL: '' }, declared)
    expect(read).toMatchObject({
      env: {
        PORT: 3000,
        TIDES_URL: 'https://tides.example',
        TIDES_KEY: '12345678',
        TIDES_DAYS: 7,
        TIDES_UNIT: 'metres',
        TIDES_LIVE: true,
      },
    })
    type Own = OwnEnv<typeof declared>
    expectTypeOf<Pick<Own, keyof Own>>().toEqualTypeOf<{
      readonly TIDES_KEY: string
      readonly TIDES_DAYS: number
      readonly TIDES_UNIT: 'metres' | 'feet'
      readonly TIDES_LIVE: boolean
      readonly TIDES_CONTACT?: string | undefined
      readonly TIDES_URL: string
    }>()
    expectTypeOf<PublicEnv<typeof declared>>().toEqualTypeOf<{ readonly TIDES_URL: string }>()
  })

  it.each<[source: Record<string, string>, fault: string]>([
    [{}, 'TIDES_KEY is missing; it takes length >=8'],
    [{ TIDES_KEY: 'short' }, 'TIDES_KEY: its value is not allowed; it takes length >=8'],
    [{ ...KEY, TIDES_URL: 'secret' }, 'TIDES_URL: its value is not allowed; it takes URL'],
    [{ ...KEY, TIDES_DAYS: '0' }, 'TIDES_DAYS: its value is not allowed; it takes value >=1'],
    [{ ...KEY, TIDES_DAYS: 'x' }, 'TIDES_DAYS: its value is not allowed; it takes number'],
    [{ ...KEY, TIDES_UNIT: 'x' }, 'TIDES_UNIT: its value is not allowed; it takes ("metres" | "feet")'],
    [{ ...KEY, TIDES_LIVE: 'yes' }, 'TIDES_LIVE: its value is not allowed; it takes boolean ("on" | "off")'],
    [{ ...KEY, TIDES_CONTACT: 'x' }, 'TIDES_CONTACT: its value is not allowed; it takes a mail address'],
    [
      { TIDES_URL: 'x', PORT: 'x' },
      'PORT: its value is not allowed; it takes a whole number from 0 to 65535. ' +
        'TIDES_KEY is missing; it takes length >=8. TIDES_URL: its value is not allowed; it takes URL',
    ],
  ])('are refused when %j', (source, fault) => {
    expect(parseEnv(source, declared)).toEqual({ type: 'faulty', fault })
  })

  it.each<[declaration: OwnVariables, fault: string]>([
    [{ server: v.object({ tidesKey: v.string() }) }, 'tidesKey is no name of a variable'],
    [{ public: v.object({ VITE_KEY: v.string() }) }, 'VITE_KEY would be read by the build'],
    [{ secret: v.object({ TIDES_KEY: v.optional(v.string(), 'x') }) }, 'TIDES_KEY is a secret with a default'],
    [{ secret: v.object({ TIDES_KEY: v.fallback(v.string(), 'x') }) }, 'TIDES_KEY is a secret with a default'],
    [{ server: v.object({ TIDES_DAYS: v.optional(days, '400') }) }, 'default or example "400"; it takes value <=365'],
    [{ server: v.object({ TIDES_DAYS: v.pipe(days, v.examples([0])) }) }, 'default or example 0; it takes string'],
  ])('are not declared as %j', (declaration, fault) => {
    expect(() => defineEnv(declaration)).toThrow(fault)
  })

  it.each<object>([
    { TIDES_KEY: { kind: 'text', secret: true } },
    { private: v.object({ TIDES_KEY: v.string() }) },
    { server: { TIDES_KEY: v.string() } },
  ])('are in groups, unlike %j', (declaration) => {
    const fault = `${Object.keys(declaration)[0]} is no group; allowed: secret, server and public`
    expect(() => defineEnv(declaration)).toThrow(fault)
  })

  it.each<[declaration: OwnVariables, name: string]>([
    [{ server: v.object({ PORT: v.string() }) }, 'PORT'],
    [{ server: v.object({ TIDES: v.string() }), public: v.object({ TIDES: v.string() }) }, 'TIDES'],
  ])('do not have a name that is taken: %j', (declaration, name) => {
    expect(() => parseEnv({}, defineEnv(declaration))).toThrow(`app/env.server.ts: ${name} is there twice`)
  })
})

it('the environment is read with the first access', () => {
  expect(env.RETENTION_DAYS).toBe(30)
  const bad = parseEnv({ ...process.env, PORT: 'x' })
  expect(bad).toEqual({
    type: 'faulty',
    fault: 'PORT: its value is not allowed; it takes a whole number from 0 to 65535',
  })
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
