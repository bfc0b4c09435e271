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
  keptFields,
  getRedirect,
  pathnameOf,
  readFields,
} from '#app/forms/form-fields.ts'
import { secretFields } from '#app/forms/secret.ts'
import { isSecretName } from '#app/forms/secret-name.ts'

/** The drafts of this request's visitor for the page at this address. What is said once is said by this. */
export function findDrafts(address: string): Draft[] {
  const visitor = getCookie(DRAFT_COOKIE)
  return visitor ? draftStore.read(visitor, pathnameOf(address)) : []
}

/** Whether a script made this call, which reads the answer as data. */
export function isFetchRequest(): boolean {
  return getRequestHeader('x-tsr-serverFn') === 'true'
}

/** Where no script runs a streamed answer is waited for, since a page has all of it or nothing. */
async function collect(result: object): Promise<object> {
  if (!(Symbol.asyncIterator in result)) return result
  const values: unknown[] = []
  for await (const value of result as AsyncIterable<unknown>) values.push(value)
  return values
}

/** What cannot be taken, with no message that has a secret in it: those of valibot say what they received. */
function withoutSecrets(error: PublicError, data: FormData, secrets: ReadonlySet<string>): PublicError {
  const { code, status, message, fields } = error
  if (!fields) return error
  const hides = ([name, text]: [string, string]): [string, string] => {
    const isSecret = secrets.has(name) || isSecretName(name)
    const typed = data.getAll(name).filter((value) => typeof value === 'string' && value !== '') as string[]
    const tells = isSecret && typed.some((value) => text.includes(value))
    return [name, tells ? message : text]
  }
  return new PublicError(code, status, message, Object.fromEntries(Object.entries(fields).map(hides)))
}

/**
 * Handles a form in its server function: reads it by its schema and does what is to be done. With JavaScript the result
 * goes back as data, and what cannot be taken as an error with messages by field. Without it both are a 303 to a page:
 * the next one, or the one that the form came from, where a draft has the result, or the messages and what was typed, but
 * for what is secret.
 *
 * @param name the form's, among those of its page
 * @param schema has its secret fields declared by `secret`
 * @param handle may say by `to` where to go next; a generator streams its answer where a script reads it
 * @throws PublicError where JavaScript shows it
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
  const back = getReturnTo(data)
  const path = pathnameOf(back)
  const secrets = secretFields(schema)
  try {
    const result = await handle(parseOrThrow(schema, readFields(data)))
    const next = getRedirect(result)
    if (!scripted && next === undefined) {
      const answer = await collect(result)
      const nothing = Object.keys(answer).length === 0
      if (!nothing) {
        return redirectWithDraft(
          back,
          { form: name, path, values: {}, messages: {}, files: false, result: answer },
          sender,
        )
      }
    }
    if (visitor && !draftStore.delete(visitor, name, path)) deleteCookie(DRAFT_COOKIE)
    return scripted ? result : redirectSeeOther(next ?? back)
  } catch (thrown) {
    if (!(thrown instanceof PublicError)) throw thrown
    const error = withoutSecrets(thrown, data, secrets)
    if (scripted) throw error
    const isKept = keptFields(getRequest().url, secrets)
    return redirectWithDraft(back, createDraft(name, back, data, error.fields ?? { '': error.message }, isKept), sender)
  }
}
