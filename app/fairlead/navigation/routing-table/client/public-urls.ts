// `virtual:routing/rewrite` if public URLs differ from the routes' paths, and all code for them is loaded at once.

import type { LocationRewrite } from '@tanstack/react-router'
import { languages } from '#fairlead/navigation/locale/locale.ts'
import { createUrlRewrite } from '#fairlead/navigation/locale/url-rewrite.ts'

export { buildPublicUrl } from '#fairlead/navigation/locale/build-public-url.ts'
export { installPaths, loadAllPaths } from '#fairlead/navigation/routing-table/client/public-urls-none.ts'

export const urlRewrite = (host: string | undefined): LocationRewrite | undefined => createUrlRewrite(languages, host)
