import { queryOptions } from '@tanstack/react-query'
import type { Locale } from 'fairlead/locale'

/** Loaded on first use: a page rendered on the server does not need the client of server functions. */
const functions = () => import('#app/lab/item.functions.ts')

/** Returns the query of an item; `delay` in milliseconds. */
export function itemQuery(id: string, delay?: number) {
  return queryOptions({
    queryKey: ['lab', 'item', id, delay ?? 0],
    queryFn: async ({ signal }) => (await functions()).readItem({ data: { id, delay }, signal }),
  })
}

/** Returns a query without data: its server function redirects. */
export function movedQuery(moved: string, locale: Locale | undefined) {
  return queryOptions({
    queryKey: ['lab', 'moved', moved, locale ?? ''],
    queryFn: async ({ signal }) => (await functions()).readMoved({ data: { moved, locale }, signal }),
  })
}

export const PHOTOS = 24

/** The place where a picture is shown, which decides its neighbours and its caption. */
export type Setting = 'gallery' | 'feed' | 'page'

export function settingOf(routeId: string | undefined): Setting {
  if (routeId?.endsWith('/lab/gallery')) return 'gallery'
  return routeId?.endsWith('/lab/feed') ? 'feed' : 'page'
}

/** Returns the query of a picture in a setting: data cached for the gallery is not shown over the feed. */
export function photoQuery(id: string, setting: Setting, { delay, fail }: { delay?: number; fail?: boolean }) {
  return queryOptions({
    queryKey: ['lab', 'photo', setting, id, delay ?? 0, fail ?? false],
    queryFn: async ({ signal }) => (await functions()).readPhoto({ data: { id, delay, fail }, signal }),
  })
}

export const soundingsQuery = queryOptions({
  queryKey: ['lab', 'soundings'],
  queryFn: async ({ signal }) => (await import('#app/lab/forms.functions.ts')).readSoundings({ signal }),
})
