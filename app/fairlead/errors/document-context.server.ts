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

/** Returns the language of the page at a URL, which is a path and a query. */
export function localeOf(href: string, host: string | undefined): Locale {
  const { locale } = splitLocale(languages, href.split('?', 1)[0] ?? '/')
  return (locale ?? defaultLocaleFor(languages, host)) as Locale
}

/** Returns the path and query of the page that a visitor sees. For a call it is the page that made it, if known. */
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

/**
 * Returns the context of an error document or notice. `page` is a path and query; if it is not known, the home page is
 * used.
 */
export function documentContext(request: Request, page: string | undefined) {
  const host = request.headers.get('host') ?? undefined
  // The header is read directly, because this may run after Start's access to cookies has ended.
  const theme = readAsShell(() => readCookie(request.headers.get('cookie'), 'theme'))
  const href = page ?? readAsShell(() => homeFor(request, host))
  return {
    /** The path and query of the page, encoded. */
    href,
    locale: localeOf(href, host),
    /** The host of the request, which selects one of the routing table's domains. */
    host,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    nonce: getRequestContext()?.nonce ?? '',
  }
}

/**
 * Returns the context of the error document for a page of another application. Its path may have no locale, in which
 * case the visitor's language counts.
 */
export function foreignDocumentContext(request: Request): DocumentContext {
  const { pathname, search } = new URL(request.url)
  const href = pathname + search
  const isNamed = splitLocale(languages, pathname).locale !== undefined
  return isNamed ? documentContext(request, href) : { ...documentContext(request, undefined), href }
}

type Notice = ['signedOut'] | ['signInUnavailable'] | ['notStored'] | ['signInTooMany', { seconds: number }]

/**
 * Returns a notice in the language of the page that the visitor sees. For a call it is the page that made it.
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
