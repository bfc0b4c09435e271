import { deleteCookie, getCookie, getRequest, getRequestHeader } from '@tanstack/react-start/server'
import type * as v from 'valibot'
import { parseOrThrow } from '#app/errors/validate.ts'
import { PublicError } from '#app/errors/public-error.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'
import { redirectWithDraft, DRAFT_COOKIE, redirectSeeOther } from '#app/forms/form-redirect.server.ts'
import { draftStore } from '#app/forms/draft-store.server.ts'
import {
  getReturnTo,
  type Draft,
  createDraft,
  storedFields,
  getRedirect,
  pathnameOf,
  readFields,
} from '#app/forms/form-fields.ts'
import { secretFields } from '#app/forms/secret.ts'
import { isSecretName } from '#app/forms/secret-name.ts'

/** Reads the drafts of this request's visitor for a page, and consumes their flash messages. */
export function findDrafts(href: string): Draft[] {
  const visitor = getCookie(DRAFT_COOKIE)
  return visitor ? draftStore.read(visitor, pathnameOf(href)) : []
}

/** Tells calls by a script, which reads the response as data. */
export function isFetchRequest(): boolean {
  return getRequestHeader('x-tsr-serverFn') === 'true'
}

/** Waits for a streamed result, for visitors without JavaScript: a page shows all of it or nothing. */
async function collect(result: object): Promise<object> {
  if (!(Symbol.asyncIterator in result)) return result
  const values: unknown[] = []
  for await (const value of result as AsyncIterable<unknown>) values.push(value)
  return values
}

/** Returns an error without messages that contain a secret: those of valibot quote the input. */
function withoutSecrets(error: PublicError, data: FormData, secrets: ReadonlySet<string>): PublicError {
  const { code, status, message, fields } = error
  if (!fields) return error
  const hideSecret = ([name, text]: [string, string]): [string, string] => {
    const isSecret = secrets.has(name) || isSecretName(name)
    const typed = data.getAll(name).filter((value) => typeof value === 'string' && value !== '') as string[]
    const quotes = isSecret && typed.some((value) => text.includes(value))
    return [name, quotes ? message : text]
  }
  return new PublicError(code, status, message, Object.fromEntries(Object.entries(fields).map(hideSecret)))
}

/**
 * Handles a form in its server function: parses it with its schema and runs `handle`. With JavaScript the result is sent
 * as data, and input that does not match as an error with messages by field. Without it both are a 303 to a page: the next
 * one, or the form's own, where a draft has the result, or the messages and the values except secret ones.
 *
 * @param name of the form, unique on its page
 * @param schema declares its secret fields by `secret`
 * @param handle may return a path to go to as `to`; a generator streams its result to a script
 * @throws PublicError for calls by a script
 */
export async function handleForm<Schema extends v.GenericSchema, Result extends object>(
  name: string,
  schema: Schema,
  data: FormData,
  handle: (values: v.InferOutput<Schema>) => Promise<Result> | Result,
): Promise<Result | Response> {
  const scripted = isFetchRequest()
  const visitor = getCookie(DRAFT_COOKIE)
  const sender = { visitor, client: getRequestContext()?.client ?? '' }
  const returnTo = getReturnTo(data)
  const path = pathnameOf(returnTo)
  const secrets = secretFields(schema)
  try {
    const result = await handle(parseOrThrow(schema, readFields(data)))
    const next = getRedirect(result)
    if (!scripted && next === undefined) {
      const collected = await collect(result)
      if (Object.keys(collected).length > 0) {
        return redirectWithDraft(
          returnTo,
          { form: name, path, values: {}, messages: {}, files: false, result: collected },
          sender,
        )
      }
    }
    if (visitor && !draftStore.delete(visitor, name, path)) deleteCookie(DRAFT_COOKIE)
    return scripted ? result : redirectSeeOther(next ?? returnTo)
  } catch (thrown) {
    if (!(thrown instanceof PublicError)) throw thrown
    const error = withoutSecrets(thrown, data, secrets)
    if (scripted) throw error
    const isStored = storedFields(getRequest().url, secrets)
    return redirectWithDraft(
      returnTo,
      createDraft(name, returnTo, data, error.fields ?? { '': error.message }, isStored),
      sender,
    )
  }
}
