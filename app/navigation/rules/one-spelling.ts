import { cutUrl } from '#app/navigation/rules/address.ts'
import type { CompiledTable } from '#app/navigation/rules/compiled.ts'

/** The default language has no prefix and the others have theirs in one spelling, as the server would redirect. */
export function oneSpelling(table: CompiledTable, url: string, host: string | undefined): string {
  const { path, bare, prefix } = table.readAddress(url, host)
  const canonical = prefix && bare === '/' ? prefix : prefix + bare
  return path === canonical ? url : canonical + url.slice(cutUrl(url).path.length)
}
