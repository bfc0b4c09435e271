import * as v from 'valibot'

export function isUrl(text: string, protocols: RegExp): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && protocols.test(url.protocol) ? url : undefined
}

export const REQUIRED = Symbol('required')

/**
 * Returns the schema of one variable. An unset or empty variable has the value `fallback`. `allowed` ends the error
 * message of a bad value.
 */
export function variable<T>(fallback: T | typeof REQUIRED, allowed: string, read: (text: string) => T | undefined) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.rawTransform<string, T>(({ dataset, addIssue, NEVER }) => {
      if (dataset.value === '' && fallback !== REQUIRED) return fallback
      const value = dataset.value === '' ? undefined : read(dataset.value)
      if (value !== undefined) return value
      addIssue({ message: allowed })
      return NEVER
    }),
  )
}

export function readWholeNumber(text: string, from: number, to: number): number | undefined {
  return /^-?\d{1,15}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined
}

export function wholeNumber<T extends number | undefined>(fallback: T, from: number, to: number, unit = '') {
  return variable<number | T>(fallback, `a whole number from ${from} to ${to}${unit}`, (text) =>
    readWholeNumber(text, from, to),
  )
}
