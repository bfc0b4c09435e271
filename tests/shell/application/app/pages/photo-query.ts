import { queryOptions } from '@tanstack/react-query'

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
