import { type AnyRoute, SearchParamError } from '@tanstack/react-router'

type Search = Record<string, unknown>

/** A function, a standard schema (Zod, Valibot, ArkType), or an object with `parse`, as `validateSearch` takes them. */
type Validator = ((search: Search) => unknown) | StandardSchema | { parse: (search: Search) => unknown }

type StandardSchema = {
  '~standard': { validate: (search: Search) => StandardResult | Promise<StandardResult> }
}

type StandardResult = { value: unknown; issues?: undefined } | { issues: readonly Issue[] }
type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }

/** What a validator makes of search params; `keys` are the refused ones, none if it does not say which. */
type Outcome =
  | { type: 'read'; search: Search }
  | { type: 'refused'; error: SearchParamError; keys: ReadonlySet<PropertyKey> }

/** How often a validator is called for one URL: a text has four readings, and some schemas refuse one key at a time. */
const MAX_ROUNDS = 8

function callValidator(validator: Validator, search: Search): Outcome {
  if (!('~standard' in validator)) {
    try {
      const read = typeof validator === 'function' ? validator(search) : validator.parse(search)
      return { type: 'read', search: (read ?? {}) as Search }
    } catch (error) {
      return { type: 'refused', error: new SearchParamError(String(error), { cause: error }), keys: new Set() }
    }
  }
  const result = validator['~standard'].validate(search)
  if (result instanceof Promise)
    throw new SearchParamError('validateSearch is asynchronous; allowed: a synchronous one')
  if (!result.issues) return { type: 'read', search: result.value as Search }
  const named = result.issues.map(({ message, path: [first] = [] }) => ({
    message,
    key: typeof first === 'object' ? first.key : first,
  }))
  const lines = named.map(({ message, key }) => (key === undefined ? message : `${String(key)}: ${message}`))
  const keys = named.flatMap(({ key }) => (key === undefined ? [] : [key]))
  return { type: 'refused', error: new SearchParamError(lines.join('\n'), { cause: result }), keys: new Set(keys) }
}

/** Returns what a text, or texts in a list, are in JSON; `undefined` if they are nothing but text. */
function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list = value.map((entry) => fromJson(entry) ?? (entry as unknown))
    return list.some((entry, index) => entry !== value[index]) ? list : undefined
  }
  if (typeof value !== 'string' || !/^(?:true$|false$|[-\d{[])/.test(value)) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Returns what a param may be besides its text: a number, boolean or JSON, and a list of one. */
function otherReadings(value: unknown): unknown[] {
  const json = fromJson(value)
  const others = json === undefined ? [] : [json]
  return typeof value === 'string' ? [...others, ...[value, ...others].map((entry) => [entry])] : others
}

/** True if a validator returns a value as it was given; of an object it may drop keys. */
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
 * Reads search params by a route's `validateSearch`, which says whether `?page=2` is a number: each param is given as text
 * first, then as the number, boolean or JSON that it spells, then as a list of one, until the validator returns it
 * unchanged. If it never does, as a schema that converts text, it gets the text. The validator is called at most 8 times.
 *
 * @throws SearchParamError if the validator refuses all of them
 */
export function readSearch(validator: Validator, search: Search): Search {
  const given = { ...search }
  const waiting = new Map(Object.entries(search).map(([key, value]) => [key, otherReadings(value)]))
  let outcome = callValidator(validator, given)
  for (let round = 1; round < MAX_ROUNDS; round++) {
    let hasChanged = false
    for (const [key, readings] of waiting) {
      if (outcome.type === 'read' && isUnchanged(given[key], outcome.search[key])) waiting.delete(key)
      else if (outcome.type === 'read' || outcome.keys.size === 0 || outcome.keys.has(key)) {
        if (readings.length === 0) waiting.delete(key)
        const next = readings.length > 0 ? readings.shift() : search[key]
        hasChanged ||= next !== given[key]
        given[key] = next
      }
    }
    if (!hasChanged) break
    outcome = callValidator(validator, given)
  }
  if (outcome.type === 'refused') throw outcome.error
  return outcome.search
}

/** Gives every route a `validateSearch` that reads numbers, booleans and JSON where its own asks for them. */
export function readTypedSearch(route: AnyRoute): void {
  const options = route.options as { validateSearch?: Validator }
  const { validateSearch } = options
  if (validateSearch) options.validateSearch = (search) => readSearch(validateSearch, search)
  for (const child of (route.children ?? []) as AnyRoute[]) readTypedSearch(child)
}
