import { type CompiledTable, compileTable } from '#app/navigation/routing-table/match/compile-table.ts'
import type { RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import { locateRedirect } from '#app/navigation/routing-table/match/resolve.ts'
import { defineRouting, type RoutingInput } from '#app/navigation/routing-table/parse/define-routing.ts'

/** A compiled table with the locales `en` (default), `de` and `nl-NL`, unless others are given. */
export function tableOf(input: Partial<RoutingInput<string>>): CompiledTable {
  return compileTable(routingOf(input), locateRedirect)
}

export function routingOf(input: Partial<RoutingInput<string>>) {
  return defineRouting<string>({ locales: ['en', 'de', 'nl-NL'], defaultLocale: 'en', ...input })
}

/** A request as the server sees it: what it does not carry is absent. */
export function served(url: string, headers: Record<string, string> = {}): RuleRequest {
  return { url, headers: new Headers({ host: 'localhost:3000', ...headers }) }
}

/** A request as the browser sees it: only the address and readable cookies are known. */
export function browsed(url: string, cookies: Record<string, string> = {}): RuleRequest {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  return { url, cookies: pairs.join('; ') }
}
