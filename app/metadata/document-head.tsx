import { type AnyRouteMatch, type AnyRouter, HeadContent, useRouter } from '@tanstack/react-router'
import type { JSX } from 'react'
import { styleSheets } from 'virtual:style-sheets'
import { inlinedStyles } from '#app/metadata/inline-style-sheets.ts'
import { isNotFound } from '#app/navigation/loading/is-not-found.ts'

type MetaProps = JSX.IntrinsicElements['meta']
type LinkProps = JSX.IntrinsicElements['link']

/** The files of a build, by route. */
type Manifest = NonNullable<NonNullable<AnyRouter['ssr']>['manifest']>

/** The tags of a head, each with its key. */
type HeadTags = { title: string | undefined; metas: Map<string, MetaProps>; links: Map<string, LinkProps> }

/** Returns the matches whose tags count: those down to the first that failed, is loading or is not there. */
function shownMatches(matches: readonly AnyRouteMatch[]): readonly AnyRouteMatch[] {
  const last = matches.findIndex((match) => match.status !== 'success' || isNotFound(match))
  return last === -1 ? matches : matches.slice(0, last + 1)
}

/** True if routes have only titles, meta and link elements for the head. */
function hasTagsAlone(matches: readonly AnyRouteMatch[], manifest: Manifest): boolean {
  return (
    !manifest.inlineStyle &&
    manifest.scriptFormat !== 'iife' &&
    !matches.some(
      ({ meta, styles, headScripts }) =>
        styles?.length || headScripts?.length || meta?.some((tag) => tag && 'script:ld+json' in tag),
    )
  )
}

/** Returns the tags of matches as `HeadContent` does: the last of a name counts, and a link that occurs twice is one. */
function headTags(matches: readonly AnyRouteMatch[], manifest: Manifest): HeadTags {
  const tags: HeadTags = { title: undefined, metas: new Map(), links: new Map() }
  const files = matches.map((match) => manifest.routes[match.routeId as string] ?? {})
  for (const tag of matches.flatMap(({ meta }) => meta ?? [])) {
    if (tag?.title) tags.title = tag.title
    else if (tag) {
      const key = (tag.name ?? tag.property) || JSON.stringify(tag)
      // It takes the place of the last one: the order of Open Graph tags matters.
      tags.metas.delete(key)
      tags.metas.set(key, tag)
    }
  }
  for (const file of files.flatMap(({ preloads }) => preloads ?? [])) {
    const link = typeof file === 'string' ? { href: file } : file
    tags.links.set(link.href, { rel: 'modulepreload', ...link, fetchPriority: 'low' })
  }
  for (const link of matches.flatMap(({ links }) => links ?? [])) if (link) tags.links.set(JSON.stringify(link), link)
  // After those of the routes: a later style sheet counts more.
  for (const file of files.flatMap(({ css }) => css ?? [])) {
    const link = typeof file === 'string' ? { href: file } : file
    tags.links.set(link.href, { rel: 'stylesheet', ...link })
  }
  return tags
}

/** True if a route sets its own policy, which may forbid style elements. */
const hasPolicy = ({ headers }: AnyRouteMatch): boolean =>
  Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'content-security-policy')

/** Attribute of a style sheet that the browser does not fetch. React's types have it for other elements alone. */
const NOT_FETCHED = { disabled: true }

/** `HeadContent` of a built application's server. */
export function ServerHead() {
  const router: AnyRouter = useRouter()
  const nonce = router.options.ssr?.nonce
  const matches = shownMatches(router.stores.matches.get())
  const manifest = router.ssr?.manifest
  if (!manifest || !hasTagsAlone(matches, manifest)) return <HeadContent />
  const { title, metas, links } = headTags(matches, manifest)
  const css = matches.some(hasPolicy) ? undefined : inlinedStyles([...links.values()], styleSheets)
  return (
    <>
      {Array.from(metas, ([key, tag]) => (
        <meta key={key} {...tag} />
      ))}
      {nonce && <meta property="csp-nonce" content={nonce} />}
      {title && <title>{title}</title>}
      {css && <style data-precedence="default" nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />}
      {Array.from(links, ([key, { rel, ...link }]) => {
        if (rel !== 'stylesheet') {
          const isOfScript = rel === 'modulepreload' || link.as === 'script'
          return <link key={key} rel={rel} {...link} {...(isOfScript && { nonce })} />
        }
        // React and Vite find it in the document and do not fetch it again.
        if (css) return <link key={key} rel={rel} {...link} {...NOT_FETCHED} />
        return <link key={key} rel={rel} {...link} precedence={link.precedence ?? 'default'} nonce={nonce} />
      })}
    </>
  )
}

/**
 * The tags of the routes' `head()`. On the server the router's `HeadContent` writes the nonce on each tag and makes a key of
 * its whole content; here only style sheets and scripts carry the nonce, which hydration does not compare. Short style
 * sheets are inlined, so that the first paint waits for no other file. If a route has elements other than title, meta and
 * link, `HeadContent` renders all tags.
 */
export const DocumentHead = import.meta.env.SSR && import.meta.env.PROD ? ServerHead : HeadContent
