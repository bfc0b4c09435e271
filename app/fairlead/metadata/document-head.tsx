import { type AnyRouteMatch, type AnyRouter, Asset, HeadContent, useRouter, useTags } from '@tanstack/react-router'
import { styleSheets } from 'virtual:style-sheets'
import { messageModules } from '#fairlead/messages/document-messages.ts'

type Attributes = Readonly<Record<string, unknown>>

/**
 * Longest style sheets of a page that are part of its document, in characters. Compressed, both together fit into the
 * 14 kB or so that a server sends before the browser has acknowledged anything.
 */
export const INLINE_LIMIT = 24_000

/** Attributes of a style sheet that always applies, and the attributes that the router adds to each. */
const PLAIN = new Set(['rel', 'href', 'nonce', 'suppressHydrationWarning'])

/**
 * Returns the text of a page's style sheets if the build has all of them, without conditions, and they are within the
 * limit: the page would wait for a single fetched one.
 */
export function inlinedStyles(
  links: readonly Attributes[],
  texts: Readonly<Record<string, string>>,
): string | undefined {
  const sheets = links.filter(({ rel }) => rel === 'stylesheet')
  const names = sheets.flatMap((sheet) => Object.keys(sheet).filter((name) => sheet[name] !== undefined))
  const hrefs = [...new Set(sheets.map(({ href }) => String(href)))]
  if (!names.every((name) => PLAIN.has(name)) || !hrefs.every((href) => Object.hasOwn(texts, href))) return undefined
  const css = hrefs.map((href) => texts[href]).join('')
  return css.length > INLINE_LIMIT ? undefined : css || undefined
}

/** True if a route sets its own policy, which may forbid style elements. */
const hasPolicy = ({ headers }: AnyRouteMatch): boolean =>
  Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'content-security-policy')

type HeadTagProps = { tag: ReturnType<typeof useTags>[number]; nonce: string | undefined; isInlined: boolean }

function HeadTag({ tag, nonce, isInlined }: HeadTagProps) {
  const { nonce: _, ...attributes } = tag.attrs ?? {}
  const { rel, as } = attributes
  if (tag.tag === 'meta') return <meta {...attributes} />
  if (tag.tag !== 'link' || rel === 'modulepreload' || as === 'script' || (rel === 'stylesheet' && !isInlined))
    return <Asset {...tag} {...(nonce && { nonce })} />
  // React and Vite find an inlined style sheet in the document and do not fetch it again.
  return <link {...(rel === 'stylesheet' ? { ...attributes, disabled: true } : attributes)} />
}

export function ServerHead() {
  const router: AnyRouter = useRouter()
  const nonce = router.options.ssr?.nonce
  const tags = useTags()
  const links = tags.flatMap(({ tag, attrs = {} }) => (tag === 'link' ? attrs : []))
  const matches: AnyRouteMatch[] = router.stores.matches.get()
  const css = matches.some(hasPolicy) ? undefined : inlinedStyles(links, styleSheets)
  return (
    <>
      {css && <style data-precedence="default" nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />}
      {tags.map((tag, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- it is rendered once, by the server
        <HeadTag key={index} tag={tag} nonce={nonce} isInlined={css !== undefined} />
      ))}
      {messageModules(matches.map(({ loaderData }): unknown => loaderData)).map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" nonce={nonce} />
      ))}
    </>
  )
}

/**
 * On the server the router's `HeadContent` writes the nonce on each tag; here only style sheets and scripts carry it,
 * which hydration does not compare. Short style sheets are inlined, so that the first paint waits for no other file.
 */
export const DocumentHead = import.meta.env.SSR && import.meta.env.PROD ? ServerHead : HeadContent
