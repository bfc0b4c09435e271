import { compileTable, type CompiledTable } from '#app/navigation/rules/compiled.ts'
import type { RuleRequest } from '#app/navigation/rules/conditions.ts'
import { defineRouting, type RoutingInput } from '#app/navigation/rules/define-routing.ts'
import { prepareTable } from '#app/navigation/rules/prepare.ts'

/** A compiled table with the locales `en` (default), `de` and `nl-NL`, unless others are given. */
export function tableOf(input: Partial<RoutingInput<string>>): CompiledTable {
  return compileTable(prepareTable(routingOf(input)))
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
  return { url, cookies: new Map(Object.entries(cookies)) }
}
