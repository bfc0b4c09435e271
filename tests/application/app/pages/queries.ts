import { queryOptions } from '@tanstack/react-query'
import type { Locale } from 'fairlead/locale'

/** Returns the query of an item; `delay` in milliseconds. */
export function itemQuery(id: string, delay?: number) {
  return queryOptions({
    queryKey: ['item', id, delay ?? 0],
    queryFn: async ({ signal }) => {
      const { readItem } = await import('#app/pages/item.functions.ts')
      return readItem({ data: { id, delay }, signal })
    },
  })
}

/** Returns a query without data: its server function redirects. */
export function movedQuery(moved: string, locale: Locale | undefined) {
  return queryOptions({
    queryKey: ['moved', moved, locale ?? ''],
    queryFn: async ({ signal }) => {
      const { readMoved } = await import('#app/pages/item.functions.ts')
      return readMoved({ data: { moved, locale }, signal })
    },
  })
}

/** Number of pictures. */
export const PHOTOS = 24

/** The place where a picture is shown, which decides its neighbours and its caption. */
export type Setting = 'gallery' | 'feed' | 'page'

/** Returns the setting for the route under the dialog. */
export function settingOf(routeId: string | undefined): Setting {
  if (routeId?.endsWith('/gallery')) return 'gallery'
  return routeId?.endsWith('/feed') ? 'feed' : 'page'
}

/** Returns the query of a picture in a setting: data cached for the gallery is not shown over the feed. */
export function photoQuery(id: string, setting: Setting, { delay, fail }: { delay?: number; fail?: boolean }) {
  return queryOptions({
    queryKey: ['photo', setting, id, delay ?? 0, fail ?? false],
    queryFn: async ({ signal }) => {
      const { readPhoto } = await import('#app/pages/photo.functions.ts')
      return readPhoto({ data: { id, delay, fail }, signal })
    },
  })
}

export const soundingsQuery = queryOptions({
  queryKey: ['soundings'],
  queryFn: async ({ signal }) => {
    const { readSoundings } = await import('#app/pages/forms.functions.ts')
    return readSoundings({ signal })
  },
})

/** Returns the query of a page with a TTL. */
export function keptQuery(id: string) {
  return queryOptions({
    queryKey: ['kept', id],
    queryFn: async ({ signal }) => {
      const { readKept } = await import('#app/pages/kept.functions.ts')
      return readKept({ data: { id }, signal })
    },
  })
}
