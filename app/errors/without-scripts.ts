const END = '</script>'

/** Removes the scripts of a document of this application, and the links that preload them. Pure. */
export function withoutScripts(html: string): string {
  const parts = html.split(END)
  const kept = parts.map((part, index) => {
    const start = part.search(/<script\b/)
    return index === parts.length - 1 || start === -1 ? part : part.slice(0, start)
  })
  return kept.join('').replaceAll(/<link\b[^<>]*>/g, (link) => (link.includes('rel="modulepreload"') ? '' : link))
}
