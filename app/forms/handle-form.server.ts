import { deleteCookie, getCookie, getRequestHeader, setCookie } from '@tanstack/react-start/server'
import type * as v from 'valibot'
import { check } from '#app/errors/checked.ts'
import { ExpectedError } from '#app/errors/expected-error.ts'
import { drafts, DRAFTS } from '#app/forms/drafts.server.ts'
import { backFrom, draftOf, nextOf, readFields } from '#app/forms/fields.ts'

const COOKIE = 'draft'

/** The draft of this request's visitor. */
export function findDraft() {
  return drafts.find(getCookie(COOKIE) ?? '')
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/**
 * Handles a form in its server function: reads it by its schema and does what is to be done. With JavaScript the result
 * goes back as data, and what cannot be taken as an error with messages by field. Without it both are a 303 to a page:
 * the next one, or the one that the form came from, where a draft has the messages and what was typed.
 *
 * @param name the form's, among those of its page
 * @param handle may say by `to` where to go next
 * @throws ExpectedError where JavaScript shows it
 */
export async function handleForm<Schema extends v.GenericSchema, Result extends object>(
  name: string,
  schema: Schema,
  data: FormData,
  handle: (values: v.InferOutput<Schema>) => Promise<Result> | Result,
): Promise<Result | Response> {
  const scripted = getRequestHeader('x-tsr-serverFn') === 'true'
  const before = getCookie(COOKIE)
  try {
    const result = await handle(check(schema, readFields(data)))
    if (before) {
      drafts.drop(before)
      deleteCookie(COOKIE)
    }
    return scripted ? result : seeOther(nextOf(result) ?? backFrom(data))
  } catch (error) {
    if (scripted || !(error instanceof ExpectedError)) throw error
    const messages = error.fields ?? { '': error.message }
    setCookie(COOKIE, drafts.keep(draftOf(name, data, messages)), {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      maxAge: DRAFTS.keptMs / 1_000,
    })
    return seeOther(backFrom(data))
  }
}
