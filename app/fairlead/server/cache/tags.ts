import { encodeTag, pathTag } from '#fairlead/platform/http/cache-tag.ts'
import { CACHE_LIMITS } from '#fairlead/server/cache/cache-options.ts'

/** The pages and data to invalidate. A path without a language stands for its page in all languages. */
export type Invalidated = { readonly tags: readonly string[] } | { readonly path: string }

/** True if a tag is so long that nothing is cached under it. */
export function isTooLong(tag: string): boolean {
  return tag.length > CACHE_LIMITS.tagLength
}

/**
 * Encodes tags, and leaves out empty ones: a visitor may have sent a part of them. `place` is for the error.
 *
 * @throws RangeError for too many tags, or one that is not text
 */
export function encodeTags(place: string, tags: readonly unknown[]): string[] {
  if (tags.length > CACHE_LIMITS.tags) {
    throw new RangeError(`${place}: ${tags.length} tags; allowed: at most ${CACHE_LIMITS.tags}`)
  }
  return tags.flatMap((tag) => {
    if (typeof tag !== 'string') throw new RangeError(`${place}: the tag ${JSON.stringify(tag)}; allowed: text`)
    return tag === '' ? [] : encodeTag(tag)
  })
}

/**
 * Returns the tags of the pages and data to invalidate.
 *
 * @throws RangeError that names a tag or path that is not allowed
 */
export function invalidatedTags(what: Invalidated): string[] {
  if ('tags' in what) {
    if (what.tags.length === 0) throw new RangeError('invalidate: no tags; allowed: at least one')
    const path = what.tags.find((tag) => tag.startsWith('/'))
    if (path !== undefined)
      throw new RangeError(`invalidate: the tag ${JSON.stringify(path)}; allowed: { path } for a path`)
    return [...new Set(encodeTags('invalidate', what.tags))].filter((tag) => !isTooLong(tag))
  }
  const isPath = what.path.startsWith('/') && URL.canParse(what.path, 'http://host.invalid')
  const { pathname, search, hash } = new URL(isPath ? what.path : '/', 'http://host.invalid')
  if (!isPath || search !== '' || hash !== '') {
    throw new RangeError(
      `invalidate: the path ${JSON.stringify(what.path)}; allowed: a path such as /articles/7, without a query`,
    )
  }
  return [pathTag(pathname)].filter((tag) => !isTooLong(tag))
}
