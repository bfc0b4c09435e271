import { isUrl, readWholeNumber, REQUIRED, variable } from '#app/server/variable.ts'

/** The values of each kind of variable. */
type Values = { text: string; url: string; integer: number; flag: boolean; choice: string }

type Kinds =
  /** Any text; `minLength` characters or more. */
  | { kind: 'text'; minLength?: number }
  /** An absolute http or https URL. */
  | { kind: 'url' }
  | { kind: 'integer'; min: number; max: number }
  /** `on` or `off`. */
  | { kind: 'flag' }
  | { kind: 'choice'; of: readonly string[] }

/** A variable with a default, an optional one, or one that has to be set. The example is for messages and tests. */
type Presence =
  | { secret?: false; default: string | number | boolean }
  | { secret?: boolean; optional: true }
  | { secret?: boolean; example: string }

/** An environment variable of the application. A secret has no default, and its value is never printed. */
export type OwnVariable = Kinds & Presence

export type OwnVariables = Readonly<Record<string, OwnVariable>>

type ValueOf<V extends OwnVariable> = V extends { of: readonly (infer C)[] } ? C : Values[V['kind']]

/** The values of variables by name. */
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
  const given = 'default' in declared ? textOf(declared.default) : 'example' in declared ? declared.example : undefined
  if (given === undefined || read(declared, given) !== undefined) return undefined
  return `has the ${'default' in declared ? 'default' : 'example'} ${JSON.stringify(given)}; it takes ${describe(declared)}`
}

/** Returns the text that stands for a value in the environment. */
function textOf(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}

/** Returns the value of a text; `undefined` for one that is not allowed. */
function read(declared: OwnVariable, text: string): string | number | boolean | undefined {
  switch (declared.kind) {
    case 'text':
      return text.length >= (declared.minLength ?? 1) ? text : undefined
    case 'url':
      return isUrl(text, /^https?:$/) ? text : undefined
    case 'integer':
      return readWholeNumber(text, declared.min, declared.max)
    case 'flag':
      return text === 'on' ? true : text === 'off' ? false : undefined
    case 'choice':
      return declared.of.includes(text) ? text : undefined
  }
}

function describe(declared: OwnVariable): string {
  switch (declared.kind) {
    case 'text':
      return declared.minLength === undefined ? 'text' : `at least ${declared.minLength} characters`
    case 'url':
      return 'a URL such as https://example.com'
    case 'integer':
      return `a whole number from ${declared.min} to ${declared.max}`
    case 'flag':
      return 'on or off'
    case 'choice':
      return declared.of.join(' or ')
  }
}

function schemaOf(declared: OwnVariable) {
  const fallback = 'default' in declared ? declared.default : 'optional' in declared ? undefined : REQUIRED
  const example = 'example' in declared && declared.kind === 'text' ? `, such as ${declared.example}` : ''
  return variable<string | number | boolean | undefined>(fallback, describe(declared) + example, (text) =>
    read(declared, text),
  )
}

/**
 * Returns the schemas of declared variables, and the names of the secrets.
 *
 * @param taken names that the shell uses itself
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

/** Returns a value for each variable that has to be set, for tests. */
export function exampleValues(variables: OwnVariables): Record<string, string> {
  const examples = Object.entries(variables).flatMap(([name, declared]) =>
    'example' in declared ? [[name, declared.example] as const] : [],
  )
  return Object.fromEntries(examples)
}
