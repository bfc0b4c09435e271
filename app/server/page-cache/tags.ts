import { CACHE_LIMITS } from '#app/server/page-cache/freshness.ts'

/** The pages and data to invalidate. A path is that of a page: without a language, those in all languages. */
export type Invalidated = { readonly tags: readonly string[] } | { readonly path: string }

/** Visible characters of ASCII but the comma, which separates tags in headers. */
const TAG = /^[!-+\--~]+$/

/** Returns the fault of a list of tags; `undefined` if there is none. Tags with a slash in front are paths. */
export function tagFault(tags: readonly unknown[], allowsPaths = false): string | undefined {
  if (tags.length > CACHE_LIMITS.tags) return `${tags.length} tags; allowed: at most ${CACHE_LIMITS.tags}`
  const isTag = (tag: unknown) =>
    typeof tag === 'string' &&
    tag.length <= CACHE_LIMITS.tagLength &&
    TAG.test(tag) &&
    (allowsPaths || !tag.startsWith('/'))
  const bad = tags.findIndex((tag) => !isTag(tag))
  if (bad < 0) return undefined
  return `the tag ${JSON.stringify(tags[bad])}; allowed: at most ${CACHE_LIMITS.tagLength} visible characters of ASCII, no comma, no slash in front`
}

/** Returns the tag that stands for a path, in the form of a URL. */
export function pathTag(pathname: string): string {
  return pathname.replaceAll(',', '%2C')
}

/**
 * Returns the tags that an invalidation is about.
 *
 * @throws RangeError that names what is not allowed
 */
export function invalidatedTags(what: Invalidated): string[] {
  if ('tags' in what) {
    const fault = what.tags.length === 0 ? 'no tags; allowed: at least one' : tagFault(what.tags)
    if (fault !== undefined) throw new RangeError(`invalidate: ${fault}`)
    return [...new Set(what.tags)]
  }
  const isPath = what.path.startsWith('/') && URL.canParse(what.path, 'http://host.invalid')
  const { pathname, search, hash } = new URL(isPath ? what.path : '/', 'http://host.invalid')
  const tag = pathTag(pathname)
  if (!isPath || search !== '' || hash !== '' || tagFault([tag], true) !== undefined) {
    throw new RangeError(
      `invalidate: the path ${JSON.stringify(what.path)}; allowed: a path such as /articles/7, without a query`,
    )
  }
  return [tag]
}
