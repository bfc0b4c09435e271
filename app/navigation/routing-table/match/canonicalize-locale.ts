import { splitUrl } from '#app/navigation/routing-table/match/split-url.ts'
import type { CompiledTable } from '#app/navigation/routing-table/match/compile-table.ts'
import { joinPrefix } from '#app/navigation/routing-table/match/locale-prefix.ts'

/**
 * The URL with its locale prefix in canonical form, as the server would redirect: none for the default language, the
 * table's case for the others.
 *
 * @param host decides the default language where the table has domains
 */
export function canonicalizeLocale(table: CompiledTable, url: string, host: string | undefined): string {
  const { path, pathWithoutLocale, prefix } = table.readAddress(url, host)
  const canonical = joinPrefix(prefix, pathWithoutLocale)
  return path === canonical ? url : canonical + url.slice(splitUrl(url).path.length)
}
