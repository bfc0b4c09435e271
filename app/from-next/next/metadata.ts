const VERIFICATION: Readonly<Record<string, string | undefined>> = {
  google: 'google-site-verification',
  yandex: 'yandex-verification',
  yahoo: 'y_key',
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((item) =>
      typeof item === 'string' ? [item] : typeof item === 'number' || item instanceof URL ? [String(item)] : [],
    )

function absoluteFrom(metadataBase: unknown): (url: string) => string {
  const base = metadataBase instanceof URL ? metadataBase.href : metadataBase
  return (url) => (typeof base === 'string' && URL.canParse(url, base) ? new URL(url, base).href : url)
}

/** Returns tags of metadata besides the title and the description, as Next.js writes them. */
export function tagsOf(metadata: Readonly<Record<string, unknown>>): Record<string, string>[] {
  const { metadataBase, openGraph, twitter, robots, authors, verification, other } = metadata
  const absolute = absoluteFrom(metadataBase)
  const imagesOf = (value: unknown) =>
    [value].flat().flatMap((image) => textsOf(isObject(image) ? image.url : image).map(absolute))
  const tags: Record<string, string>[] = []
  const add = (kind: 'name' | 'property', name: string, value: unknown) => {
    for (const content of textsOf(value)) tags.push({ [kind]: name, content })
  }
  for (const name of ['creator', 'publisher', 'category', 'generator', 'referrer']) add('name', name, metadata[name])
  for (const author of [authors].flat()) add('name', 'author', isObject(author) ? author.name : undefined)
  for (const [name, content] of Object.entries(isObject(verification) ? verification : {}))
    add('name', VERIFICATION[name] ?? name, content)
  for (const [name, content] of Object.entries(isObject(other) ? other : {})) add('name', name, content)
  add('name', 'application-name', metadata.applicationName)
  const words = textsOf(metadata.keywords).join(',')
  if (words !== '') add('name', 'keywords', words)
  if (isObject(robots)) {
    const rules = [robots.index === false ? 'noindex' : 'index', robots.follow === false ? 'nofollow' : 'follow']
    add('name', 'robots', rules.join(', '))
  } else add('name', 'robots', robots)
  if (isObject(openGraph)) {
    const { title, images, siteName, ...others } = openGraph
    add('property', 'og:title', isObject(title) ? (title.absolute ?? title.default) : title)
    add('property', 'og:site_name', siteName)
    for (const [name, value] of Object.entries(others))
      if (/^(description|type|locale)$/.test(name)) add('property', `og:${name}`, value)
      else if (name === 'url') add('property', 'og:url', textsOf(value).map(absolute))
    add('property', 'og:image', imagesOf(images)[0])
  }
  if (isObject(twitter)) {
    for (const name of ['card', 'site', 'creator', 'title', 'description'])
      add('name', `twitter:${name}`, twitter[name])
    add('name', 'twitter:image', imagesOf(twitter.images)[0])
  }
  return tags
}

type Metadata = Readonly<Record<string, unknown>> & { title?: unknown; description?: unknown }

export function headOf(metadata: Metadata | undefined) {
  const { title, description, ...rest } = metadata ?? {}
  const { absolute, default: plain } = (typeof title === 'object' && title ? title : {}) as Record<string, unknown>
  const [whole] = textsOf(absolute ?? plain)
  return { title: textsOf(title)[0], whole, description: textsOf(description)[0], tags: tagsOf(rest) }
}

/**
 * Inserts a title that is a text into the template of the layouts above. The application may leave the type of `page`
 * open.
 */
export function pageHead(page: unknown, template: string) {
  const { title, whole, description, tags } = (page as { nextHead: ReturnType<typeof headOf> }).nextHead
  return { title: title === undefined ? whole : template.replace('%s', () => title), description, tags }
}

type Layer = Metadata | ((props: unknown, parent: Promise<Metadata>) => Metadata | Promise<Metadata>)

/** Returns a part of metadata with its images as a list of objects, whose addresses are absolute. */
function withImages(part: unknown, absolute: (url: string) => string): unknown {
  if (!isObject(part) || part.images === undefined) return part
  const images = [part.images].flat().flatMap((image) => {
    const own = isObject(image) && !(image instanceof URL) ? image : { url: image }
    return textsOf(own.url).map((url) => ({ ...own, url: absolute(url) }))
  })
  return { ...part, images }
}

/**
 * Next.js passes the metadata of the layouts above to `generateMetadata` as its parent, each over that of those around it.
 */
export async function parentMetadata(layers: readonly Layer[], props: unknown): Promise<Metadata> {
  let parent: Metadata = {}
  for (const layer of layers) {
    const own = typeof layer === 'function' ? await layer(props, Promise.resolve(parent)) : layer
    const merged: Metadata = { ...parent, ...own }
    const { template: above } = (isObject(parent.title) ? parent.title : {}) as { template?: string }
    const { absolute, default: plain = own.title, template } = isObject(own.title) ? own.title : {}
    const [text] = textsOf(plain)
    const inserted = text === undefined ? undefined : (above ?? '%s').replace('%s', () => text)
    const absoluteUrl = absoluteFrom(merged.metadataBase)
    parent = {
      ...merged,
      ...(own.title !== undefined && { title: { absolute: textsOf(absolute)[0] ?? inserted, template } }),
      openGraph: withImages(merged.openGraph, absoluteUrl),
      twitter: withImages(merged.twitter, absoluteUrl),
    }
  }
  return parent
}
