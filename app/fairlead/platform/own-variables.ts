import * as v from 'valibot'

/** A schema of several variables: `v.object({ … })`, which may end with checks across them. */
export type Variables = v.GenericSchema<object, object> & { readonly entries: v.ObjectEntries }

/** The environment variables of an application, by who may know them. Each schema reads a text. */
export type OwnVariables = {
  /** They stay on the server, and have no default. */
  readonly secret?: Variables
  /** They stay on the server. */
  readonly server?: Variables
  /** Every page sends their values to the browser. The values are texts, numbers and booleans. */
  readonly public?: Variables
}

type Values<V> = V extends Variables ? Readonly<v.InferOutput<V>> : object

export type OwnEnv<V extends OwnVariables> = Values<V['secret']> & Values<V['server']> & Values<V['public']>

export type PublicEnv<V extends OwnVariables> = Values<V['public']>

/**
 * The words of valibot for what a schema takes, such as `length >=16` or `URL`. Its own message would have the value.
 * A message in the schema comes before this one.
 */
const CONFIG: v.Config<v.BaseIssue<unknown>> = {
  abortPipeEarly: true,
  message: ({ kind, expected, message }) => {
    const label = message.slice('Invalid '.length, message.indexOf(':'))
    return kind === 'schema' && expected !== null ? expected : [label, expected ?? ''].join(' ').trim()
  },
}

const allowedBy = (schema: v.GenericSchema, value: unknown): string | undefined =>
  v.safeParse(schema, value, CONFIG).issues?.[0].message

/**
 * Declares the environment variables of the application, which are checked before the server listens. An unset or empty
 * variable has the default of `v.optional`, and has to be set without it; tests then set the first of `v.examples`.
 *
 *     export default defineEnv({
 *       secret: v.object({ GAUGE_KEY: v.pipe(v.string(), v.minLength(16), v.examples(['a-key-of-the-gauges'])) }),
 *       public: v.object({ GAUGE_MAP: v.optional(v.pipe(v.string(), v.url()), 'https://maps.example') }),
 *     })
 *
 * @throws Error with one line for a declaration that is not allowed
 */
export function defineEnv<const V extends OwnVariables>(variables: V): V {
  for (const [group, { entries }] of Object.entries<Partial<Variables>>(variables)) {
    if (!/^(secret|server|public)$/.test(group) || entries === undefined)
      throw new Error(
        `app/env.server.ts: ${group} is no group; allowed: secret, server and public, each v.object({ … })`,
      )
    for (const [name, schema] of Object.entries(entries)) {
      const fault = faultOf(group, name, schema)
      if (fault !== undefined) throw new Error(`app/env.server.ts: ${name} ${fault}`)
    }
  }
  return variables
}

const examplesOf = (schema: v.GenericSchema): readonly unknown[] => v.getExamples(schema)

function faultOf(group: string, name: string, schema: v.GenericSchema): string | undefined {
  if (!/^[A-Z][A-Z\d]*(_[A-Z\d]+)*$/.test(name)) return 'is no name of a variable; allowed: such as TIDES_KEY'
  if (name.startsWith('VITE_')) return 'would be read by the build; allowed: a name without VITE_'
  const value: unknown = v.getDefault(schema)
  if (group === 'secret' && (value ?? v.getFallback(schema)) !== undefined)
    return 'is a secret with a default; allowed: v.optional without one, or v.examples'
  for (const given of value === undefined ? examplesOf(schema) : [value]) {
    const allowed = allowedBy(schema, given)
    if (allowed !== undefined) return `has the default or example ${JSON.stringify(given)}; it takes ${allowed}`
  }
  return undefined
}

/** Returns an example for each variable that has to be set. */
export function exampleValues(variables: OwnVariables): Record<string, string> {
  const entries = Object.values(variables).flatMap((group) => Object.entries(group.entries))
  const examples = entries.map(([name, schema]) => [name, examplesOf(schema)[0]] as const)
  return Object.fromEntries(examples.filter((example): example is [string, string] => typeof example[1] === 'string'))
}

/**
 * Returns the values of all variables, or a sentence for each bad one: its name, its fault and what it takes, and never
 * its value.
 *
 * @param groups no two of them have a variable of the same name
 */
export function readVariables(
  groups: readonly Variables[],
  source: Readonly<Record<string, string | undefined>>,
): { type: 'ok'; values: object } | { type: 'faulty'; faults: string[] } {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const results = groups.map((group) => ({ group, ...v.safeParse(group, set, CONFIG) }))
  const faults = results.flatMap(({ group, issues = [] }) =>
    issues.map(({ path, message }) => {
      const name = String(path?.[0].key)
      if (name in set) return `${name}: its value is not allowed; it takes ${message}`
      const schema = path?.[0].origin === 'key' ? group.entries[name] : undefined
      const allowed = schema ? allowedBy(schema, '') : message
      return `${name} is missing${allowed === undefined ? '' : `; it takes ${allowed}`}`
    }),
  )
  if (faults.length > 0) return { type: 'faulty', faults }
  return { type: 'ok', values: Object.assign({}, ...results.map(({ output }) => output)) as object }
}
