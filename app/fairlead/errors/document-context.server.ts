import { detectLocale, LOCALE_COOKIE } from '#fairlead/navigation/locale/resolve-locale.ts'
import { localizeUrl, defaultLocaleFor } from '#fairlead/navigation/locale/locale-url.ts'
import { languages, type Locale } from '#fairlead/navigation/locale/locale.ts'
import { splitLocale } from '#fairlead/navigation/routing-table/match/localized-url.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import { refererPath } from '#fairlead/platform/http/referer-path.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'
import { readAsShell } from '#fairlead/platform/shell-cookie.ts'
import { getTranslations } from '#fairlead/messages/get-translations.server.ts'

export type DocumentContext = ReturnType<typeof documentContext>

/** Returns the language of the page at a URL, path and query. */
export function localeOf(href: string, host: string | undefined): Locale {
  const { locale } = splitLocale(languages, href.split('?', 1)[0] ?? '/')
  return (locale ?? defaultLocaleFor(languages, host)) as Locale
}

/** Returns path and query of the page that a visitor sees: of a call, the page that made it, if it is known. */
export function pageOf(request: Request): string | undefined {
  if (getRequestContext()?.kind === 'call') return refererPath(request)
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** Returns the home page in the language of the visitor's cookie or browser. */
function homeFor(request: Request, host: string | undefined): string {
  const locale = detectLocale(languages, defaultLocaleFor(languages, host), {
    cookie: readCookie(request.headers.get('cookie'), LOCALE_COOKIE),
    acceptLanguage: request.headers.get('accept-language') ?? undefined,
  })
  return localizeUrl(languages, '/', locale, host)
}

/** Returns the context of an error document or notice. `page` is path and query; if it is not known, the home page. */
export function documentContext(request: Request, page: string | undefined) {
  const host = request.headers.get('host') ?? undefined
  // Read from the header, because this also runs where Start's access to cookies has ended.
  const theme = readAsShell(() => readCookie(request.headers.get('cookie'), 'theme'))
  const href = page ?? readAsShell(() => homeFor(request, host))
  return {
    /** Path and query of its page, encoded. */
    href,
    locale: localeOf(href, host),
    /** Host of the request; it chooses among the domains of the routing table. */
    host,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    nonce: getRequestContext()?.nonce ?? '',
  }
}

/**
 * Returns the context of the error document for a page of another application. A path that names no language says nothing of
 * it, so the visitor's counts.
 */
export function foreignDocumentContext(request: Request): DocumentContext {
  const { pathname, search } = new URL(request.url)
  const href = pathname + search
  const isNamed = splitLocale(languages, pathname).locale !== undefined
  return isNamed ? documentContext(request, href) : { ...documentContext(request, undefined), href }
}

type Notice = ['signedOut'] | ['signInUnavailable'] | ['notStored'] | ['signInTooMany', { seconds: number }]

/**
 * Returns a notice in the language of the page that the visitor sees: of a call, of the page that made it.
 *
 * @throws Error outside of a request
 */
export async function noticeText(...notice: Notice): Promise<string> {
  const context = getRequestContext()
  if (!context) throw new Error('There is no request here, so there is no visitor.')
  const { locale } = documentContext(context.request, pageOf(context.request))
  const t = await getTranslations(locale, 'notices')
  return notice.length === 2 ? t(notice[0], notice[1]) : t(notice[0])
}
