import { createTranslator } from 'use-intl/core'
import { pageMeta } from '#app/metadata/page-meta.ts'
import type { Namespaces } from '#app/locales/messages.ts'
import { type Locale, getLocale } from '#app/navigation/locale/locale.ts'

type Head = Parameters<typeof pageMeta>[0] & {
  params: { locale?: Locale | undefined }
  matches: readonly { routeId: string; loaderData?: unknown }[]
}

type TitleKey = 'title' | `${keyof Namespaces['lab']['index']}.title`

/** Returns title and description of a lab page, from the messages that the lab's layout has loaded. */
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
