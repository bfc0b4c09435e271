/** An image that previews of links show: a URL or a path of this site, and its size in pixels. */
export type OpenGraphImage = {
  readonly url: string
  readonly alt: string
  readonly width: number
  readonly height: number
}

/** The parts of a page's preview that do not follow from its title, description and URL. */
export type OpenGraph = {
  /** Default: `website`. */
  readonly type?: 'article' | 'book' | 'profile' | 'website'
  /** Default: that of `app/site.ts`. */
  readonly image?: OpenGraphImage | undefined
}

type Tag = { property: string; content: string }

/**
 * Returns the tags of an image.
 *
 * @param locate returns the address of a path of this site, see `withBasePath`
 */
export function imageTags(
  { url, alt, width, height }: OpenGraphImage,
  baseUrl: string,
  locate: (path: string) => string,
): Tag[] {
  return [
    { property: 'og:image', content: new URL(locate(url), baseUrl).href },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { property: 'og:image:alt', content: alt },
  ]
}

/**
 * Returns the tags of a page's preview that its route sets.
 *
 * @param baseUrl origin and base path of this site; without it the page's image is left out
 */
export function pageTags(
  title: string,
  description: string | undefined,
  { type, image }: OpenGraph,
  baseUrl: string | undefined,
  locate: (path: string) => string,
): Tag[] {
  return [
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    ...(type ? [{ property: 'og:type', content: type }] : []),
    ...(image && baseUrl ? imageTags(image, baseUrl, locate) : []),
  ]
}

/** Languages of the table as Open Graph writes them: finding a territory takes longer than writing its tag. */
const written = new Map<string, string>()

/**
 * Returns a language as Open Graph writes it, with its territory: `de_DE`. Where it has none, the likely one.
 *
 * @param locale of the table
 */
export function openGraphLocale(locale: string): string {
  const known = written.get(locale)
  if (known !== undefined) return known
  const { language, region } = new Intl.Locale(locale).maximize()
  const name = `${language}_${region}`
  written.set(locale, name)
  return name
}
