/** What `app/routing.ts` says. The grammar of redirects and rewrites comes with the rules engine. */
export type RoutingTable<Locale extends string = string> = {
  locales: readonly Locale[]
  defaultLocale: Locale
}

/**
 * Takes the routing table people edit and gives it back checked and typed.
 *
 * @throws Error when `defaultLocale` is not one of `locales`.
 */
export function defineRouting<const Locale extends string>(table: RoutingTable<Locale>): RoutingTable<Locale> {
  if (!table.locales.includes(table.defaultLocale)) {
    throw new Error(`defaultLocale: "${table.defaultLocale}" is not in locales (${table.locales.join(', ')})`)
  }
  return table
}
