import { createTranslator } from 'use-intl/core'
import { pageMeta } from 'fairlead/metadata'
import type { Namespaces } from 'fairlead/messages'
import { getLocale, type Locale } from 'fairlead/locale'
import { toBoolean, toNumber } from 'fairlead/navigation'

type Head = Parameters<typeof pageMeta>[0] & {
  params: { locale?: Locale | undefined }
  matches: readonly { routeId: string; loaderData?: unknown }[]
}

type TitleKey = 'title' | `${keyof Namespaces['lab']['index']}.title`

export function labTitle({ params, matches, match }: Head, key: TitleKey, values: { id?: string } = {}) {
  const lab = matches.find(({ routeId }) => routeId === '/{-$locale}/lab')?.loaderData as
    | Pick<Namespaces, 'lab'>
    | undefined
  if (!lab) return { meta: pageMeta({ match }) }
  const t = createTranslator({ locale: getLocale(params), messages: lab, namespace: 'lab' })
  const [page] = key.split('.') as [keyof Namespaces['lab']['index'] | 'title']
  const description = t(page === 'title' ? 'intro' : `index.${page}`)
  return { meta: pageMeta({ match }, t(key, { id: values.id ?? '' }), description) }
}

/** Search params. Unknown ones are preserved: dropping them would change the URL. */
type Search = Record<string, unknown>

/** Validates `delay` (milliseconds). Invalid values become `undefined`, and so replace the raw value. */
export function readDelay(search: Search): Search & { delay?: number | undefined } {
  const delay = toNumber(search.delay)
  return { ...search, delay: delay !== undefined && delay >= 0 ? delay : undefined }
}

/** Reads `fail`; anything but `true` becomes `undefined`. */
export function readFail({ fail }: Search): { fail?: true | undefined } {
  return { fail: toBoolean(fail) || undefined }
}

/** Ways of prefetching the links of a page. */
export const PRELOADS = ['intent', 'viewport', 'render', 'code'] as const

/** Reads `preload`; unknown values become `undefined`. */
export function readPreload({ preload }: Search): { preload?: (typeof PRELOADS)[number] | undefined } {
  return { preload: PRELOADS.find((choice) => choice === preload) }
}
