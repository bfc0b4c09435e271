import * as v from 'valibot'
import { PublicError, type FieldMessages } from '#app/errors/public-error.ts'

/** Messages by field, the first of each; what belongs to no field is under the empty name. */
export function fieldMessages(issues: readonly v.BaseIssue<unknown>[]): FieldMessages {
  const messages: Record<string, string> = {}
  for (const issue of issues) messages[v.getDotPath(issue) ?? ''] ??= issue.message
  return messages
}

/**
 * Reads input by a schema.
 *
 * @throws PublicError 422, with messages by field, when it does not fit
 */
export function parseOrThrow<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  throw new PublicError('INVALID_INPUT', 422, 'Some of this cannot be taken as it is.', fieldMessages(result.issues))
}

/**
 * The validator of a server function: what does not fit the schema is an error meant for people, with its messages by
 * field, and 422.
 *
 * @throws PublicError (from the validator) when the input does not fit
 */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
): (input: v.InferInput<Schema>) => v.InferOutput<Schema> {
  return (input) => parseOrThrow(schema, input)
}
