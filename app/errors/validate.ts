import * as v from 'valibot'
import { PublicError, type FieldMessages } from '#app/errors/public-error.ts'

/** Returns the first message of each field; issues without a field are under the empty name. */
export function fieldMessages(issues: readonly v.BaseIssue<unknown>[]): FieldMessages {
  const messages: Record<string, string> = {}
  for (const issue of issues) messages[v.getDotPath(issue) ?? ''] ??= issue.message
  return messages
}

/**
 * Parses input with a schema.
 *
 * @throws PublicError 422, with messages by field, if it does not match
 */
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
  return (input) => parseOrThrow(schema, input)
}
