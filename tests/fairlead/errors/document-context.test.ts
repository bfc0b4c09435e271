import { describe, expect, it } from 'vitest'
import { noticeText } from '#fairlead/errors/document-context.server.ts'
import { getTranslations } from '#fairlead/messages/get-translations.server.ts'
import { localizeUrl } from '#fairlead/navigation/locale/locale-url.ts'
import { defaultLocale, languages, type Locale, locales } from '#fairlead/navigation/locale/locale.ts'
import { RequestContext, runWithRequestContext } from '#fairlead/platform/request-context.server.ts'

const CALL = 'http://x/_serverFn/1'

function textFor(url: string, headers: Record<string, string>, kind: 'page' | 'call'): Promise<string> {
  const context = Object.assign(new RequestContext(new Request(url, { headers }), undefined), { kind })
  return runWithRequestContext(context, () => noticeText('signInTooMany', { seconds: 37 }))
}

async function textIn(locale: Locale): Promise<string> {
  const t = await getTranslations(locale, 'notices')
  return t('signInTooMany', { seconds: 37 })
}

describe('a notice has its number, and the language', () => {
  it.each(locales)('of the page, and of the page that made a call: %s', async (locale) => {
    const page = new URL(localizeUrl(languages, '/account', locale, 'x'), 'http://x').href
    const text = await textIn(locale)
    expect(text).toMatch(/37|٣٧/)
    if (languages.localePrefix === 'never') return
    expect(await textFor(page, {}, 'page')).toBe(text)
    expect(await textFor(CALL, { referer: page }, 'call')).toBe(text)
  })

  it.each(locales)('of the browser, of a call without a page: %s', async (locale) => {
    expect(await textFor(CALL, { 'accept-language': locale }, 'call')).toBe(await textIn(locale))
  })

  it('of the site where neither is known', async () => {
    expect(await textFor(CALL, {}, 'call')).toBe(await textIn(defaultLocale))
  })
})
