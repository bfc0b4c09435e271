import type * as v from 'valibot'
import { PublicError } from '#app/errors/public-error.ts'
import { fieldMessages } from '#app/errors/validate.ts'
import type { FormDefinition } from '#app/forms/define-form.ts'
import { listFields, sizeIssues } from '#app/forms/field-schemas.ts'
import { readFields } from '#app/forms/form-fields.ts'
import { bodyBytes, SubmissionError, TOO_LARGE } from '#app/forms/submission.ts'
import { bodyLimitOf } from '#app/server/server-functions/body-limit.ts'

/**
 * Checks the sizes of a form before it is sent, by its schema and by the limit of its function.
 *
 * @throws PublicError with messages by field; SubmissionError if the whole is too large
 */
export function checkSizes({ schema, submit }: FormDefinition<v.GenericSchema, unknown>, data: FormData): void {
  const issues = sizeIssues(schema, readFields(data, listFields(schema)))
  if (issues.length > 0) throw new PublicError('INVALID_INPUT', 422, 'Too large.', fieldMessages(issues))
  if (bodyBytes(data) > bodyLimitOf(submit)) throw new SubmissionError(TOO_LARGE, undefined)
}
