import { isUrl, readWholeNumber, REQUIRED, variable } from '#fairlead/platform/variable.ts'

type Values = { text: string; url: string; integer: number; flag: boolean; choice: string }

type Kinds =
  /** Any text; `minLength` characters or more. */
  | { kind: 'text'; minLength?: number }
  | { kind: 'url' }
  | { kind: 'integer'; min: number; max: number }
  /** `on` or `off`. */
  | { kind: 'flag' }
  | { kind: 'choice'; of: readonly string[] }

/** A variable has a default, is optional, or has to be set. The example is for messages and tests. */
type Presence =
  | { secret?: false; default: string | number | boolean }
  | { secret?: boolean; optional: true }
  | { secret?: boolean; example: string }

/** An environment variable of the application. A secret has no default, and its value is never printed. */
export type OwnVariable = Kinds & Presence

export type OwnVariables = Readonly<Record<string, OwnVariable>>

type ValueOf<V extends OwnVariable> = V extends { of: readonly (infer C)[] } ? C : Values[V['kind']]

export type OwnEnv<V extends OwnVariables> = {
  readonly [Name in keyof V]: V[Name] extends { optional: true } ? ValueOf<V[Name]> | undefined : ValueOf<V[Name]>
}

/**
 * Declares the environment variables of the application, which are checked before the server listens.
 *
 * @throws Error with one line for a declaration that is not allowed
 */
export function defineEnv<const V extends OwnVariables>(variables: V): V {
  for (const [name, declared] of Object.entries<OwnVariable>(variables)) {
    const fault = faultOf(name, declared)
    if (fault !== undefined) throw new Error(`app/env.server.ts: ${name} ${fault}`)
  }
  return variables
}

function faultOf(name: string, declared: OwnVariable): string | undefined {
  if (!/^[A-Z][A-Z\d]*(_[A-Z\d]+)*$/.test(name)) return 'is no name of a variable; allowed: such as TIDES_KEY'
  if (name.startsWith('VITE_')) return 'would be read by the build; allowed: a name without VITE_'
  if ('default' in declared && (declared as OwnVariable).secret)
    return 'is a secret with a default; allowed: example or optional'
  const given = 'default' in declared ? declared.default : 'example' in declared ? declared.example : undefined
  if (given === undefined) return undefined
  const text = typeof given === 'boolean' ? (given ? 'on' : 'off') : String(given)
  const [allowed, read] = rulesOf(declared)
  if (read(text) !== undefined) return undefined
  return `has the ${'default' in declared ? 'default' : 'example'} ${JSON.stringify(text)}; it takes ${allowed}`
}

type Value = string | number | boolean | undefined

/**
 * Returns the text about the allowed values of a variable, and the function that reads its value: `undefined` for a
 * text that is not allowed.
 */
function rulesOf(declared: OwnVariable): [allowed: string, read: (text: string) => Value] {
  switch (declared.kind) {
    case 'text': {
      const { minLength } = declared
      const allowed = minLength === undefined ? 'text' : `at least ${minLength} characters`
      return [allowed, (text) => (text.length >= (minLength ?? 1) ? text : undefined)]
    }
    case 'url':
      return ['a URL such as https://example.com', (text) => (isUrl(text, /^https?:$/) ? text : undefined)]
    case 'integer': {
      const { min, max } = declared
      return [`a whole number from ${min} to ${max}`, (text) => readWholeNumber(text, min, max)]
    }
    case 'flag':
      return ['on or off', (text) => (text === 'on' ? true : text === 'off' ? false : undefined)]
    case 'choice':
      return [declared.of.join(' or '), (text) => declared.of.find((choice) => choice === text)]
  }
}

function schemaOf(declared: OwnVariable) {
  const fallback = 'default' in declared ? declared.default : 'optional' in declared ? undefined : REQUIRED
  const example = 'example' in declared && declared.kind === 'text' ? `, such as ${declared.example}` : ''
  const [allowed, read] = rulesOf(declared)
  return variable<Value>(fallback, allowed + example, read)
}

/**
 * Returns the schemas of declared variables, and the names of the secrets.
 *
 * @param taken names that the shell uses
 * @throws Error for a name that is taken
 */
export function ownSchemas(variables: OwnVariables, taken: readonly string[]) {
  const names = Object.keys(variables)
  const twice = names.find((name) => taken.includes(name))
  if (twice !== undefined)
    throw new Error(`app/env.server.ts: ${twice} is a variable of the shell; allowed: another name`)
  return {
    schemas: Object.fromEntries(Object.entries(variables).map(([name, declared]) => [name, schemaOf(declared)])),
    secrets: names.filter((name) => variables[name]?.secret === true),
  }
}
