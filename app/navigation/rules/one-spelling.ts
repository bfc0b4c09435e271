import type { CompiledTable } from '#app/navigation/rules/compiled.ts'

/** The default language has no prefix and the others have theirs in one spelling, as the server would redirect. */
export function oneSpelling(table: CompiledTable, url: string, host: string | undefined): string {
  const { path, bare, prefix } = table.readAddress(url, host)
  const canonical = prefix && bare === '/' ? prefix : prefix + bare
  if (path === canonical) return url
  const rest = url.search(/[?#]/)
  return canonical + (rest < 0 ? '' : url.slice(rest))
}
