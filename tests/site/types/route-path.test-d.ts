import { withBasePath } from '#fairlead/navigation/with-base-path.ts'
import type { usePublicUrl } from '#fairlead/navigation/locale/use-public-url.ts'
import type { Page } from '#fairlead/navigation/routing-table/parse/route-path.ts'

// @ts-expect-error no such page
export const nowhere: Page = '/no-such-page'

declare const publicUrl: ReturnType<typeof usePublicUrl>
declare const id: string
declare const path: string

export const urls = [
  publicUrl('/'),
  publicUrl('/?theme=dark'),
  publicUrl(path),
  withBasePath('/favicon.svg'),
  withBasePath(`/files/${id}.pdf`),
  withBasePath('/healthz'),
  withBasePath(path),
  // @ts-expect-error no such page
  publicUrl('/no-such-page'),
  // @ts-expect-error no such page
  publicUrl(`/no-such-page/${id}`),
  // @ts-expect-error a file has no language
  publicUrl('/favicon.svg'),
  // @ts-expect-error a path begins with a slash
  withBasePath('favicon.svg'),
  // @ts-expect-error neither a page nor a file
  withBasePath(`/no-such-page/${id}`),
]
