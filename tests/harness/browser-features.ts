import { features } from 'web-features'
import { BROWSERS } from '#fairlead/host/vite/build-output.ts'

/** A key of MDN's compatibility data, such as `api.Document.startViewTransition`, and the id of its feature. */
export type CompatKey = { key: string; feature: string; isNewer: boolean }

type Versions = Partial<Record<keyof typeof BROWSERS, string>>

const isNewer = (support: Versions): boolean =>
  Object.entries(BROWSERS).some(([browser, oldest]) => {
    const version = support[browser as keyof Versions]?.replace('≤', '')
    return !(Number(version) <= Number(oldest))
  })

/** All keys of features, and whether each is newer than the oldest browsers that builds support. */
export const compatKeys: readonly CompatKey[] = Object.entries(features).flatMap(([feature, data]) =>
  data.kind === 'feature'
    ? Object.entries(data.status.by_compat_key ?? {}).map(([key, { support }]) => ({
        key,
        feature,
        isNewer: isNewer(support),
      }))
    : [],
)
