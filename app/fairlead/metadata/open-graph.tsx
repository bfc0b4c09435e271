import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { locales } from '#fairlead/navigation/locale/locale.ts'
import { openGraphImage, siteName } from 'virtual:app/site'

/** The image of a page's preview: its path or URL, size in pixels and description. */
export type OpenGraphImage = NonNullable<typeof openGraphImage>

/** The parts of a page's preview that do not follow from its title, description and URL. */
export type OpenGraph = {
  /** Default: `website`. */
  readonly type?: 'article' | 'book' | 'profile' | 'website'
  /** Default: the image of `app/site.ts`. */
  readonly image?: OpenGraphImage | undefined
}

type Tag = { property: string; content: string }

function imageTags({ url, alt, width, height }: OpenGraphImage, baseUrl: string): Tag[] {
  return [
    { property: 'og:image', content: new URL(withBasePath(url), baseUrl).href },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { property: 'og:image:alt', content: alt },
  ]
}

/** Returns the tags of a page's preview that its route sets. Without `baseUrl` the page's image is left out. */
export function pageTags(
  title: string,
  description: string | undefined,
  { type, image }: OpenGraph,
  baseUrl: string | undefined,
): Tag[] {
  return [
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    ...(type ? [{ property: 'og:type', content: type }] : []),
    ...(image && baseUrl ? imageTags(image, baseUrl) : []),
  ]
}

/** A cache of `openGraphLocale`: finding a territory takes longer than writing the tag. */
const written = new Map<string, string>()

/** Returns a language as Open Graph writes it, with its territory or the likely one: `de_DE`. */
export function openGraphLocale(locale: string): string {
  let name = written.get(locale)
  if (name === undefined) {
    const { language, region } = new Intl.Locale(locale).maximize()
    written.set(locale, (name = `${language}_${region}`))
  }
  return name
}

type Tags = { status: string; meta?: readonly ({ property?: string | undefined } | undefined)[] | undefined }

type OpenGraphTagsProps = {
  url: string
  baseUrl: string
  locale: string
}

/**
 * The Open Graph tags of a page that `pageMeta` does not set, for its head. `head()` keeps one tag of a name. A page
 * that failed, or without a title, has none. Only the server renders them: readers of these tags load a document.
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
    ...(openGraphImage && !own.has('og:image') ? imageTags(openGraphImage, baseUrl) : []),
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
