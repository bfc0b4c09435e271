import { deleteCookie, getCookie, getRequestHeader } from '@tanstack/react-start/server'
import type * as v from 'valibot'
import { check } from '#app/errors/checked.ts'
import { ExpectedError } from '#app/errors/expected-error.ts'
import { comeBack, DRAFT_COOKIE, seeOther } from '#app/forms/come-back.server.ts'
import { drafts } from '#app/forms/drafts.server.ts'
import { backFrom, draftOf, nextOf, readFields } from '#app/forms/fields.ts'

/** The draft of this request's visitor. What is said once is said by this. */
export function findDraft() {
  return drafts.tell(getCookie(DRAFT_COOKIE) ?? '')
}

/** Whether a script made this call, which reads the answer as data. */
export function isScripted(): boolean {
  return getRequestHeader('x-tsr-serverFn') === 'true'
}

/** Where no script runs a streamed answer is waited for, since a page has all of it or nothing. */
async function whole(result: object): Promise<object> {
  if (!(Symbol.asyncIterator in result)) return result
  const values: unknown[] = []
  for await (const value of result as AsyncIterable<unknown>) values.push(value)
  return values
}

/**
 * Handles a form in its server function: reads it by its schema and does what is to be done. With JavaScript the result
 * goes back as data, and what cannot be taken as an error with messages by field. Without it both are a 303 to a page:
 * the next one, or the one that the form came from, where a draft has the result, or the messages and what was typed.
 *
 * @param name the form's, among those of its page
 * @param handle may say by `to` where to go next; a generator streams its answer where a script reads it
 * @throws ExpectedError where JavaScript shows it
 */
export async function handleForm<Schema extends v.GenericSchema, Result extends object>(
  name: string,
  schema: Schema,
  data: FormData,
  handle: (values: v.InferOutput<Schema>) => Promise<Result> | Result,
): Promise<Result | Response> {
  const scripted = isScripted()
  const before = getCookie(DRAFT_COOKIE)
  try {
    const result = await handle(check(schema, readFields(data)))
    if (before) drafts.drop(before)
    const next = nextOf(result)
    if (!scripted && next === undefined) {
      const answer = await whole(result)
      const nothing = Object.keys(answer).length === 0
      if (!nothing)
        return comeBack(backFrom(data), { form: name, values: {}, messages: {}, files: false, result: answer })
    }
    if (before) deleteCookie(DRAFT_COOKIE)
    return scripted ? result : seeOther(next ?? backFrom(data))
  } catch (error) {
    if (scripted || !(error instanceof ExpectedError)) throw error
    return comeBack(backFrom(data), draftOf(name, data, error.fields ?? { '': error.message }))
  }
}
