/** Removes the scripts of a document that this application made, and what loads them early. Pure. */
export function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>[^]*?<\/script>|<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
}
