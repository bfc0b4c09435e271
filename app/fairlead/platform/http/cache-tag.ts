/** Characters that a tag may not have: a comma separates tags in headers, and a slash in front marks a path. */
const ENCODED = /^\/|[^!-+\--~]/gu

/** Returns a tag in the form that caches and headers have, in which all but visible ASCII is percent-encoded. */
export function encodeTag(tag: string): string {
  return tag
    .toWellFormed()
    .replace(ENCODED, (character) =>
      character === '/' || character === ','
        ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
        : encodeURIComponent(character),
    )
}

export function pathTag(pathname: string): string {
  return pathname.replaceAll(',', '%2C')
}
