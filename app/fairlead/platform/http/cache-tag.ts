/** Characters that are encoded in a tag: a comma separates tags in headers, and a slash at the start marks a path. */
const ENCODED = /^\/|[^!-+\--~]/gu

/** Returns the form of a tag in caches and headers: all characters but visible ASCII are percent-encoded. */
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
