import * as v from 'valibot'
import { expect, it } from 'vitest'
import { checkSizes, SubmissionError, TOO_LARGE } from '#app/forms/submission.ts'
import { defineForm } from '#app/forms/define-form.ts'
import { setBodyLimit } from '#app/server/server-functions/body-limit.ts'

const schema = v.object({ log: v.optional(v.string()), chart: v.optional(v.pipe(v.file(), v.maxSize(8, 'large'))) })

function formOf(url: string) {
  const submit = Object.assign(async () => ({}), { url })
  return { submit, form: defineForm({ name: 'chart', schema, submit }) }
}

function logOf(bytes: number): FormData {
  const data = new FormData()
  data.set('log', 'x'.repeat(bytes))
  return data
}

const tooLarge = new SubmissionError(TOO_LARGE, undefined)

it('a form takes what its function takes: 1 MB, or the limit that is set for it', () => {
  const { form } = formOf('/_serverFn/1')
  expect(() => checkSizes(form, logOf(1_000_000))).not.toThrow()
  expect(() => checkSizes(form, logOf(2_000_000))).toThrow(tooLarge)
  const raised = formOf('/_serverFn/2')
  setBodyLimit(raised.submit, 3_000_000)
  expect(() => checkSizes(raised.form, logOf(2_000_000))).not.toThrow()
  expect(() => checkSizes(raised.form, logOf(4_000_000))).toThrow(tooLarge)
})

it('a field that is too large for its schema has a message of its own', () => {
  const data = new FormData()
  data.set('chart', new File(['123456789'], 'a.svg'))
  expect(() => checkSizes(formOf('/_serverFn/1').form, data)).toThrow(
    expect.objectContaining({ fields: { chart: 'large' } }),
  )
})
