import { createServerOnlyFn } from '@tanstack/react-start'
import { getRequest, getRequestHeader } from '@tanstack/react-start/server'
import { createFormatter, createTranslator } from 'use-intl/core'
import { loadMessageFiles, loadMessages, type Namespace } from '#app/locales/messages.ts'
import { defaultLocale, isLocale, type Locale, toRoutedPath } from '#app/navigation/locale/locale.ts'

/** The language of the page that is rendered, or that calls a server function. */
export const getLocale = createServerOnlyFn(async (): Promise<Locale> => {
  const { url } = getRequest()
  const referer = getRequestHeader('referer') ?? url
  const { pathname, host } = new URL(new URL(url).pathname.startsWith('/_serverFn') ? referer : url)
  const [, first] = toRoutedPath(pathname, host).split('/')
  return isLocale(first) ? first : defaultLocale
})

type Options = string | { namespace?: string; locale?: string } | undefined

async function localeOf(options: Options): Promise<Locale> {
  const locale = typeof options === 'object' ? options.locale : undefined
  return isLocale(locale) ? locale : getLocale()
}

/** The messages of a namespace, or of all. */
export const getMessages = createServerOnlyFn(async (options?: Options) => {
  const locale = await localeOf(options)
  const namespace = typeof options === 'object' ? options.namespace : options
  const names = namespace === undefined ? Object.keys(await loadMessageFiles()) : [namespace.split('.', 1)[0]]
  const all = await Promise.all(names.map((name) => loadMessages(name as Namespace, locale)))
  return Object.assign({}, ...all) as Record<string, object>
})

/** Returns the function that translates a namespace. */
export const getTranslations = createServerOnlyFn(async (options?: Options) => {
  const namespace = typeof options === 'object' ? options.namespace : options
  const translator = { locale: await localeOf(options), messages: await getMessages(options), namespace }
  return createTranslator(translator as Parameters<typeof createTranslator>[0])
})

/** Returns the functions that format dates and numbers. */
export const getFormatter = createServerOnlyFn(async (options?: Options) =>
  createFormatter({ locale: await localeOf(options) }),
)

export const getNow = async () => new Date()
export const getTimeZone = async () => new Intl.DateTimeFormat().resolvedOptions().timeZone
