import { type CompiledTable, compileTable } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import type { RuleRequest } from '#fairlead/navigation/routing-table/match/conditions.ts'
import { locateRedirect } from '#fairlead/navigation/routing-table/match/resolve.ts'
import {
  type ConditionInput,
  defineRouting,
  type RedirectInput,
  type RoutingInput,
} from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { RoutingTableError } from '#fairlead/navigation/routing-table/parse/issues.ts'

/** A compiled table with the locales `en` (default), `de` and `nl-NL`, unless others are given. */
export function tableOf(input: Partial<RoutingInput<string>>): CompiledTable {
  return compileTable(routingOf(input), locateRedirect)
}

export function routingOf(input: Partial<RoutingInput<string>>) {
  return defineRouting<string>({ locales: ['en', 'de', 'nl-NL'], defaultLocale: 'en', ...input })
}

/** The issues of a table as the error lists them. Takes anything, as a table in plain JavaScript may be anything. */
export function issuesOf(input: Record<string, unknown>): string[] {
  try {
    routingOf(input)
    return []
  } catch (error) {
    if (!(error instanceof RoutingTableError)) throw error
    return error.issues.map(({ place, message }) => `${place}: ${message}`)
  }
}

/** A temporary redirect. */
export function redirect(source: string, destination: string, more: Partial<RedirectInput> = {}): RedirectInput {
  return { source, destination, permanent: false, ...more }
}

/** Conditions of rules. */
const keyed = (type: string) => (key: string, value?: string) => ({ type, key, ...(value !== undefined && { value }) })
export const header = keyed('header')
export const cookie = keyed('cookie')
export const query = keyed('query')
export const host = (value: string): ConditionInput => ({ type: 'host', value })

/** A request as the server sees it: what it does not carry is absent. */
export function served(url: string, headers: Record<string, string> = {}): RuleRequest {
  return { url, headers: new Headers({ host: 'localhost:3000', ...headers }) }
}

/** A request as the browser sees it: only the address and readable cookies are known. */
export function browsed(url: string, cookies: Record<string, string> = {}): RuleRequest {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  return { url, cookies: pairs.join('; ') }
}
