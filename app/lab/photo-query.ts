import { queryOptions } from '@tanstack/react-query'

/** How many pictures there are. */
export const PHOTOS = 24

/** Where a picture is looked at: the order of its neighbours depends on it, and so does what is said of it. */
export type Setting = 'gallery' | 'feed' | 'page'

/** The setting that the route underneath means. */
export function settingOf(routeId: string | undefined): Setting {
  if (routeId?.endsWith('/lab/gallery')) return 'gallery'
  return routeId?.endsWith('/lab/feed') ? 'feed' : 'page'
}

/** The query for one picture in one setting: what is kept for the gallery is not shown over the feed. */
export function photoQuery(id: string, setting: Setting, { delay, fail }: { delay?: number; fail?: boolean }) {
  return queryOptions({
    queryKey: ['lab', 'photo', setting, id, delay ?? 0, fail ?? false],
    queryFn: async ({ signal }) => {
      const { readPhoto } = await import('#app/lab/photo.functions.ts')
      return readPhoto({ data: { id, delay, fail }, signal })
    },
  })
}
