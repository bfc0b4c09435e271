import * as v from 'valibot'
import { PublicError, type FieldMessages } from '#fairlead/errors/public-error.ts'

/**
 * Limits of messages: their number, and the characters of each. Valibot's messages quote the input and name each value.
 */
const LIMITS = { messages: 100, characters: 500 } as const

function cut(text: string): string {
  return isCut(text) ? `${text.slice(0, LIMITS.characters)}…` : text
}

/** True for a message that was cut off. */
export function isCut(text: string): boolean {
  return text.length > LIMITS.characters
}

/**
 * Returns the first message of each field; messages without a field are under the empty name. There are at most 100
 * messages, of at most 500 characters each.
 */
export function fieldMessages(issues: readonly v.BaseIssue<unknown>[]): FieldMessages {
  const messages = new Map<string, string>()
  for (const issue of issues) {
    if (messages.size === LIMITS.messages) break
    const name = v.getDotPath(issue) ?? ''
    if (!messages.has(name)) messages.set(name, cut(issue.message))
  }
  return Object.fromEntries(messages)
}

/**
 * Replaces CR LF with LF. A form sends its texts with CR LF, but browsers count it as one character for `maxlength`
 * (HTML, 4.10.5.4).
 */
export function normalizeLineBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/** @throws PublicError 422, with messages by field, if the input does not match */
export function parseOrThrow<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  throw new PublicError('INVALID_INPUT', 422, 'Some of the fields are not valid.', fieldMessages(result.issues))
}

/**
 * Returns the validator of a server function, which parses its input with a schema.
 *
 * @throws PublicError (from the validator) 422, with messages by field, if the input does not match
 */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
): (input: v.InferInput<Schema>) => v.InferOutput<Schema> {
  // `fairlead access` makes an input from it.
  return Object.assign((input: v.InferInput<Schema>) => parseOrThrow(schema, input), { schema })
}
