import { SearchParamError } from '@tanstack/react-router'

type Search = Record<string, unknown>

/**
 * The types that `validateSearch` accepts: a function, a standard schema (Zod, Valibot, ArkType), or an object with
 * `parse`.
 */
type Validator = ((search: Search) => unknown) | StandardSchema | { parse: (search: Search) => unknown }

type StandardSchema = {
  '~standard': { validate: (search: Search) => StandardResult | Promise<StandardResult> }
}

type StandardResult = { value: unknown; issues?: undefined } | { issues: readonly Issue[] }
type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }

/** The result of a validator. `keys` are the refused params; it is empty if the validator does not name them. */
type Outcome = { type: 'read'; search: Search } | { type: 'refused'; error: unknown; keys: ReadonlySet<PropertyKey> }

/** Limits for one URL: calls of a validator, params with other readings, and characters and brackets of JSON. */
const LIMITS = { calls: 12, params: 50, characters: 4_000, brackets: 100 } as const

const ASYNCHRONOUS = 'validateSearch is asynchronous; allowed: a synchronous one'

function refused(issues: readonly Issue[], cause: unknown): Outcome {
  const named = issues.map(({ message, path: [first] = [] }) => ({
    message,
    key: typeof first === 'object' ? first.key : first,
  }))
  const lines = named.map(({ message, key }) => (key === undefined ? message : `${String(key)}: ${message}`))
  const keys = named.flatMap(({ key }) => (key === undefined ? [] : [key]))
  return { type: 'refused', error: new SearchParamError(lines.join('\n'), { cause }), keys: new Set(keys) }
}

/**
 * Calls a function, and adds to its result, as undefined, the params that it has read but left out. The router merges
 * the result over the search of the route above, which would otherwise add values of types that the function refused.
 * Params that it has not read, such as the params of a route below, stay.
 */
function callFunction(validate: (search: Search) => unknown, search: Search): unknown {
  const seen: Search = {}
  const watched = new Proxy(search, {
    get(target, key: string) {
      if (Object.hasOwn(target, key)) seen[key] = undefined
      return target[key]
    },
  })
  const read = validate(watched)
  if (read === watched) return search
  return read instanceof Promise ? read : { ...seen, ...(read as Search | undefined) }
}

function callValidator(validator: Validator, search: Search): Outcome {
  if ('~standard' in validator) {
    const result = validator['~standard'].validate(search)
    if (result instanceof Promise) throw new TypeError(ASYNCHRONOUS)
    return result.issues ? refused(result.issues, result) : { type: 'read', search: result.value as Search }
  }
  let read: unknown
  try {
    read = typeof validator === 'function' ? callFunction(validator, search) : validator.parse(search)
  } catch (error) {
    // The error of a schema that the function called.
    const { issues } = error as { issues?: readonly Issue[] }
    if (Array.isArray(issues)) return refused(issues, error)
    // The router makes a SearchParamError of it, with this error as its cause.
    return { type: 'refused', error, keys: new Set() }
  }
  if (read instanceof Promise) throw new TypeError(ASYNCHRONOUS)
  return { type: 'read', search: (read ?? {}) as Search }
}

/** Returns the value of a text, or of texts in a list, as JSON; `undefined` if they are only text. */
function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list = value.map((entry) => fromJson(entry) ?? (entry as unknown))
    return list.some((entry, index) => entry !== value[index]) ? list : undefined
  }
  if (typeof value !== 'string' || value.length > LIMITS.characters) return undefined
  if (!/^(?:true$|false$|[-\d{[])/.test(value) || value.split(/[[{]/, LIMITS.brackets).length === LIMITS.brackets) {
    return undefined
  }
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Returns the other readings of a param's text: a number, boolean or JSON, and a list with one item. */
function otherReadings(value: unknown): unknown[] {
  const json = fromJson(value)
  const others = json === undefined ? [] : [json]
  return typeof value === 'string' ? [...others, ...[value, ...others].map((entry) => [entry])] : others
}

/** True if a validator returns a value unchanged; it may drop keys of an object. */
function isUnchanged(given: unknown, read: unknown): boolean {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return given === read
  if (!Array.isArray(given)) return !Array.isArray(read)
  return (
    Array.isArray(read) &&
    read.length === given.length &&
    given.every((entry, index) => isUnchanged(entry, read[index]))
  )
}

/**
 * Reads search params by a route's `validateSearch`, which decides whether `?page=2` is a number. Each param is given
 * as text first, then as the number, boolean or JSON that it spells, then as a list with one item, until the validator
 * returns it unchanged. If it never does, for example because a schema converts text, it gets the text. If a validator
 * does not name the param that it refuses, one after another is given as JSON, then all. The validator is called at
 * most 12 times, and from the fiftieth param on all are text.
 *
 * @throws SearchParamError if a schema refuses all of them; the function's error if a function throws
 */
export function readSearch(validator: Validator, search: Search): Search {
  let given: Search = { ...search }
  let outcome = callValidator(validator, given)
  let calls = 1
  const call = (next: Search): void => {
    calls += 1
    given = next
    outcome = callValidator(validator, given)
  }
  const isUnnamed = (): boolean => outcome.type === 'refused' && outcome.keys.size === 0
  const params = Object.entries(search).slice(0, LIMITS.params)

  if (isUnnamed()) {
    const json = params
      .map(([key, value]) => [key, fromJson(value)] as const)
      .filter(([, value]) => value !== undefined)
    const changes = [...json.slice(0, LIMITS.calls / 2 - 1).map((param) => [param]), json]
    for (const changed of changes) if (isUnnamed()) call({ ...search, ...Object.fromEntries(changed) })
  }

  const waiting = new Map<string, unknown[]>()
  while (calls < LIMITS.calls && !isUnnamed()) {
    const changes: Search = {}
    for (const [key, value] of params) {
      const isKept = outcome.type === 'read' ? isUnchanged(given[key], outcome.search[key]) : !outcome.keys.has(key)
      const left = waiting.get(key)
      if (isKept || left?.length === 0) continue
      const readings = left ?? [...otherReadings(value), value]
      waiting.set(key, readings)
      const next = readings.shift()
      if (next !== given[key]) changes[key] = next
    }
    if (Object.keys(changes).length === 0) break
    call({ ...given, ...changes })
  }
  if (outcome.type === 'refused') throw outcome.error
  return outcome.search
}
