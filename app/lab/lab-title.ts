import { createTranslator } from 'use-intl/core'
import type { Namespaces } from '#app/locales/messages.ts'
import { type Locale, getLocale } from '#app/navigation/locale/locale.ts'

type Head = {
  params: { locale?: Locale | undefined }
  matches: readonly { routeId: string; loaderData?: unknown }[]
}

type TitleKey =
  | 'title'
  | `${'echo' | 'item' | 'docs' | 'links' | 'formats' | 'gallery' | 'feed' | 'photo' | 'errors' | 'forms' | 'redirects'}.title`

/** The document title of a lab page, in the language of its address, from the messages the lab's layout loaded. */
export function labTitle({ params, matches }: Head, key: TitleKey, values: { id?: string } = {}) {
  const lab = matches.find(({ routeId }) => routeId === '/{-$locale}/lab')?.loaderData as
    | Pick<Namespaces, 'lab'>
    | undefined
  if (!lab) return {}
  const t = createTranslator({ locale: getLocale(params), messages: lab, namespace: 'lab' })
  return { meta: [{ title: `${t(key, { id: values.id ?? '' })} · Fairlead` }] }
}
