import { deleteCookie, getCookie, getRequest, getRequestHeader } from '@tanstack/react-start/server'
import type * as v from 'valibot'
import { check } from '#app/errors/checked.ts'
import { ExpectedError } from '#app/errors/expected-error.ts'
import { currentVisit } from '#app/errors/visit.server.ts'
import { comeBack, DRAFT_COOKIE, seeOther } from '#app/forms/come-back.server.ts'
import { drafts } from '#app/forms/drafts.server.ts'
import { backFrom, type Draft, draftOf, keptFields, nextOf, pathnameOf, readFields } from '#app/forms/fields.ts'
import { secretFields } from '#app/forms/secret.ts'
import { isSecretName } from '#app/forms/secret-name.ts'

/** The drafts of this request's visitor for the page at this address. What is said once is said by this. */
export function findDrafts(address: string): Draft[] {
  const visitor = getCookie(DRAFT_COOKIE)
  return visitor ? drafts.tell(visitor, pathnameOf(address)) : []
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

/** What cannot be taken, with no message that has a secret in it: those of valibot say what they received. */
function withoutSecrets(error: ExpectedError, data: FormData, secrets: ReadonlySet<string>): ExpectedError {
  const { code, status, message, fields } = error
  if (!fields) return error
  const hides = ([name, text]: [string, string]): [string, string] => {
    const isSecret = secrets.has(name) || isSecretName(name)
    const typed = data.getAll(name).filter((value) => typeof value === 'string' && value !== '') as string[]
    const tells = isSecret && typed.some((value) => text.includes(value))
    return [name, tells ? message : text]
  }
  return new ExpectedError(code, status, message, Object.fromEntries(Object.entries(fields).map(hides)))
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
 * @throws ExpectedError where JavaScript shows it
 */
export async function handleForm<Schema extends v.GenericSchema, Result extends object>(
  name: string,
  schema: Schema,
  data: FormData,
  handle: (values: v.InferOutput<Schema>) => Promise<Result> | Result,
): Promise<Result | Response> {
  const scripted = isScripted()
  const visitor = getCookie(DRAFT_COOKIE)
  const sender = { visitor, client: currentVisit()?.client ?? '' }
  const back = backFrom(data)
  const path = pathnameOf(back)
  const secrets = secretFields(schema)
  try {
    const result = await handle(check(schema, readFields(data)))
    const next = nextOf(result)
    if (!scripted && next === undefined) {
      const answer = await whole(result)
      const nothing = Object.keys(answer).length === 0
      if (!nothing) {
        return comeBack(back, { form: name, path, values: {}, messages: {}, files: false, result: answer }, sender)
      }
    }
    if (visitor && !drafts.drop(visitor, name, path)) deleteCookie(DRAFT_COOKIE)
    return scripted ? result : seeOther(next ?? back)
  } catch (thrown) {
    if (!(thrown instanceof ExpectedError)) throw thrown
    const error = withoutSecrets(thrown, data, secrets)
    if (scripted) throw error
    const isKept = keptFields(getRequest().url, secrets)
    return comeBack(back, draftOf(name, back, data, error.fields ?? { '': error.message }, isKept), sender)
  }
}
