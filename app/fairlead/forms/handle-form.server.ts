import { deleteCookie, getCookie, getRequest, getRequestHeader, getResponseHeaders } from '@tanstack/react-start/server'
import type * as v from 'valibot'
import { localeOf } from '#fairlead/errors/document-context.server.ts'
import { parseOrThrow } from '#fairlead/errors/validate.ts'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { draftStore, flashDraft } from '#fairlead/forms/draft-store.server.ts'
import {
  createDraft,
  DRAFT_COOKIE,
  formNameOf,
  getReturnTo,
  pathnameOf,
  readFields,
  readTexts,
  sentName,
  storedFields,
} from '#fairlead/forms/form-fields.ts'
import { describeFields } from '#fairlead/forms/field-schemas.ts'
import { linkHref, type PageLink } from '#fairlead/navigation/locale/page-link.ts'
import { redirectSeeOther, redirectWithDraft } from '#fairlead/forms/form-redirect.server.ts'
import { type QueryToRefresh, readRefreshes } from '#fairlead/forms/refreshes.server.ts'
import { withoutSecrets } from '#fairlead/forms/secret.ts'
import type { Locale } from '#fairlead/navigation/locale/locale.ts'
import { isScriptCall } from '#fairlead/platform/http/script-call.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'

/** The outcome of a form's handler: a page to go to, with a message for it; or any other data, which is the result. */
export type FormOutcome = object &
  ({ to?: undefined } | (PageLink & { flash?: string })) & {
    /** Queries that the form has changed: the response to a script has their new data. */
    refreshes?: readonly QueryToRefresh[]
  }

export type FormResult<Outcome> = Outcome extends { to: string }
  ? { to: string; flash?: string }
  : Outcome extends { refreshes: unknown }
    ? Omit<Outcome, 'refreshes'>
    : Outcome

/** True for a call by a script, which reads the response as data. */
export function isFetchRequest(): boolean {
  return isScriptCall(getRequest().headers)
}

/** Waits for a streamed result, for visitors without JavaScript: a page shows all of it or nothing. */
async function collect(result: object): Promise<object> {
  if (!(Symbol.asyncIterator in result)) return result
  const values: unknown[] = []
  for await (const value of result as AsyncIterable<unknown>) values.push(value)
  return values
}

/** Returns the next page of an outcome, in the language of the form's page; `undefined` if the visitor stays. */
function nextPage(outcome: FormOutcome, locale: Locale, host: string | undefined) {
  if (outcome.to === undefined) return undefined
  const { flash } = outcome
  return { to: linkHref(outcome, locale, host), ...(flash !== undefined && { flash }) }
}

/**
 * Returns the handler of a form's server function. With JavaScript the outcome is sent as data, and input that does not
 * match as an error with messages by field. Without it both are a 303 to a page: the next one, or the form's own, where
 * a draft has the result, or the messages and the values except secret ones.
 *
 * @param schema the form's own; it declares its secret fields by `secret`
 * @param handle gets the values, the language of the form's page, and the context of the function's middleware; a
 *   generator streams its result to a script
 * @throws PublicError (from the handler) for calls by a script
 */
export function handleForm<Schema extends v.GenericSchema, const Outcome extends FormOutcome, Context>(
  schema: Schema,
  handle: (values: v.InferOutput<Schema>, page: { locale: Locale; context: Context }) => Promise<Outcome> | Outcome,
): (call: { data: FormData; context: Context }) => Promise<FormResult<Outcome> | Response> {
  const fields = describeFields(schema)
  const handler = async ({ data, context }: { data: FormData; context: Context }) => {
    const scripted = isFetchRequest()
    const visitor = getCookie(DRAFT_COOKIE)
    const sender = { visitor, client: getRequestContext()?.client.key ?? '' }
    const name = sentName(data) || formNameOf(getRequest().url)
    const returnTo = getReturnTo(data)
    const path = pathnameOf(returnTo)
    const host = getRequestHeader('host')
    const locale = localeOf(path, host)
    try {
      const handled = await handle(parseOrThrow(schema, readFields(data, fields)), { locale, context })
      const { refreshes, ...rest } = handled
      // Without `refreshes` the outcome is not copied, because it may be a generator.
      const outcome = refreshes ? (rest as FormOutcome) : handled
      const next = nextPage(outcome, locale, host)
      const hasOthers = visitor !== undefined && (await draftStore.delete(visitor, name, path))
      if (!scripted && next?.flash !== undefined)
        return await redirectWithDraft(next.to, flashDraft(next.flash), sender)
      if (!scripted && next === undefined) {
        const result = await collect(outcome)
        if (Object.keys(result).length > 0) {
          const draft = { form: name, path, values: {}, messages: {}, files: false, result }
          return await redirectWithDraft(returnTo, draft, sender)
        }
      }
      if (visitor !== undefined && !hasOthers) deleteCookie(DRAFT_COOKIE)
      if (!scripted) return redirectSeeOther(next?.to ?? returnTo)
      const result = (next ?? outcome) as FormResult<Outcome>
      if (!refreshes) return result
      return { ...result, refreshed: await readRefreshes(refreshes, getResponseHeaders().getSetCookie()) }
    } catch (thrown) {
      if (!(thrown instanceof PublicError)) throw thrown
      const error = withoutSecrets(thrown, readTexts(data).texts, fields)
      if (scripted) throw error
      const messages = error.fields ?? { '': error.message }
      const isStored = storedFields(getRequest().url, fields)
      return redirectWithDraft(returnTo, createDraft(name, returnTo, data, messages, isStored), sender)
    }
  }
  // `fairlead access` makes an input from it.
  return Object.assign(handler, { schema })
}
