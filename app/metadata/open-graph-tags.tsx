import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { withBasePath } from '#app/base-path.ts'
import { imageTags, openGraphLocale } from '#app/metadata/open-graph.ts'
import { locales } from '#app/navigation/locale/locale.ts'
import { openGraphImage, siteName } from '#app/site.ts'

type Tags = { status: string; meta?: readonly ({ property?: string | undefined } | undefined)[] | undefined }

type OpenGraphTagsProps = {
  /** The page's canonical URL. */
  url: string
  /** Origin and base path of this site. */
  baseUrl: string
  locale: string
}

/**
 * The Open Graph tags of a page that `pageMeta` does not set, for its head. `head()` keeps one tag of a name. A page that
 * fails has none, nor has one without its own title. Rendered on the server only: what reads them loads a document.
 */
export function OpenGraphTags({ url, baseUrl, locale }: OpenGraphTagsProps) {
  const router: AnyRouter = useRouter()
  const matches: Tags[] = router.stores.matches.get()
  const own = new Set(matches.flatMap(({ meta = [] }) => meta.map((tag) => tag?.property)))
  if (!own.has('og:title') || matches.some(({ status }) => status === 'error')) return null
  const tags = [
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: siteName },
    { property: 'og:type', content: 'website' },
    ...(openGraphImage && !own.has('og:image') ? imageTags(openGraphImage, baseUrl, withBasePath) : []),
    { property: 'og:locale', content: openGraphLocale(locale) },
  ].filter(({ property }) => !own.has(property))
  return (
    <>
      {tags.map((tag) => (
        <meta key={tag.property} {...tag} />
      ))}
      {locales
        .filter((other) => other !== locale)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={openGraphLocale(other)} />
        ))}
      {(openGraphImage || own.has('og:image')) && <meta name="twitter:card" content="summary_large_image" />}
    </>
  )
}
