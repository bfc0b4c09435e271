import { createTranslator } from 'use-intl/core'
import { documentContext, localeOf, pageOf } from '#app/errors/document-context.server.ts'
import { loadMessages } from '#app/locales/messages.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/** A notice about an account or a message, and the values of its text. */
type Notice = ['signedOut'] | ['signInUnavailable'] | ['notStored'] | ['signInTooMany', { seconds: number }]

/**
 * Returns a notice in the language of the page that the visitor sees: of a call, of the page that made it.
 *
 * @throws Error outside of a request
 */
export async function noticeText(...[key, values]: Notice): Promise<string> {
  const context = getRequestContext()
  if (!context) throw new Error('There is no request here, so there is no visitor.')
  const { href, host } = documentContext(context.request, pageOf(context.request))
  const locale = localeOf(href, host)
  const t = createTranslator({ locale, messages: await loadMessages('notices', locale), namespace: 'notices' })
  return values ? t('signInTooMany', values) : t(key)
}
