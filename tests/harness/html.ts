export type Attributes = Record<string, string>

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" }

/** Decodes the entities that React writes. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}

function attributesOf(text: string): Attributes {
  const pairs = text.matchAll(/([^\s"'=<>/]+)(?:="([^"]*)")?/g)
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name.toLowerCase(), decodeEntities(value)]))
}

/** Returns the attributes of all tags of a name, in document order. The contents of scripts are skipped. */
export function tags(html: string, name: string): Attributes[] {
  const markup = html.replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1')
  return [...markup.matchAll(new RegExp(`<${name}(?=[\\s/>])((?:"[^"]*"|[^">])*)>`, 'g'))].map(([, text = '']) =>
    attributesOf(text),
  )
}

/** Returns the document's title. */
export function titleOf(html: string): string | undefined {
  const [, title] = /<title[^>]*>([^<]*)<\/title>/.exec(html) ?? []
  return title === undefined ? undefined : decodeEntities(title)
}

/** Returns the attributes of `<html>`. */
export function documentOf(html: string): Attributes {
  return tags(html, 'html')[0] ?? {}
}

/** Returns the paths of all files of this host that a document names. */
export function assetsOf(html: string): string[] {
  const LOADED = new Set([
    'stylesheet',
    'icon',
    'apple-touch-icon',
    'mask-icon',
    'manifest',
    'preload',
    'modulepreload',
  ])
  const named = [
    ...tags(html, 'link')
      .filter(({ rel = '' }) => rel.split(' ').some((word) => LOADED.has(word)))
      .map(({ href }) => href),
    ...['script', 'img', 'source', 'video', 'use'].flatMap((name) =>
      tags(html, name).map(({ src, href }) => src ?? href),
    ),
  ]
  const local = named.flatMap((path) => (path?.startsWith('/') ? [path.split('#')[0] ?? ''] : []))
  return [...new Set(local)]
}

/** Returns the scripts that a document loads before hydration: those it runs and those it preloads. */
export function scriptsOf(html: string): string[] {
  const preloaded = tags(html, 'link').filter(({ rel }) => rel === 'modulepreload')
  const named = [...preloaded.map(({ href }) => href), ...tags(html, 'script').map(({ src }) => src)]
  return [...new Set(named.filter((path) => path !== undefined))]
}

/** Attributes with texts for readers: names, hints and descriptions. */
const SAID = ['aria-label', 'aria-description', 'title', 'alt', 'placeholder']

const CODE = /<(script|style|pre|code|kbd)\b[\s\S]*?<\/\1>/g
const WITH_LANGUAGE = /<((?!html\b)\w+)(?=\s)(?:"[^"]*"|[^">])*?\slang="([^"]+)"(?:"[^"]*"|[^">])*>[\s\S]*?<\/\1>/g

/**
 * Every text that a document shows or reads out in its own language, without code and elements in another language. The
 * title belongs to the page, or to an article in another language if there is one.
 */
export function textsOf(html: string): string[] {
  const { lang = '' } = documentOf(html)
  const isForeign = new RegExp(`<article[^>]*\\slang="(?!${lang}")`).test(html)
  const markup = html
    .replace(/^[\s\S]*?<body/, isForeign ? '<body' : `<title>${titleOf(html)}</title><body`)
    .replace(/<!--.*?-->/g, '')
    .replace(CODE, '')
    .replace(WITH_LANGUAGE, (element, _tag, own) => (own === lang ? element : ''))
  const shown = [...markup.matchAll(/>([^<]+)</g)].map(([, text = '']) => decodeEntities(text).trim())
  const said = tags(markup, '\\w+').flatMap((attributes) => SAID.flatMap((name) => attributes[name] ?? []))
  return [...shown, ...said].filter(Boolean)
}
