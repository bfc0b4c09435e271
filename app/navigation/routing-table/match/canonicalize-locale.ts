import { splitUrl } from '#app/navigation/routing-table/match/url.ts'
import type { CompiledTable } from '#app/navigation/routing-table/match/compile-table.ts'
import { joinPrefix } from '#app/navigation/routing-table/match/locale-prefix.ts'

/** The default language has no prefix and the others have theirs in one spelling, as the server would redirect. */
export function canonicalizeLocale(table: CompiledTable, url: string, host: string | undefined): string {
  const { path, pathWithoutLocale, prefix } = table.readAddress(url, host)
  const canonical = joinPrefix(prefix, pathWithoutLocale)
  return path === canonical ? url : canonical + url.slice(splitUrl(url).path.length)
}
