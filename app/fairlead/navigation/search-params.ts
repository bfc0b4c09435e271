import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import type { Destination } from '#fairlead/navigation/router-types.ts'
import { splitUrl } from '#fairlead/navigation/routing-table/match/url.ts'

function write(value: unknown): string {
  if (value instanceof Date) return value.toJSON() ?? ''
  // `append` converts any other value to text.
  return typeof value === 'object' ? JSON.stringify(value) : (value as string)
}

/** Returns the texts of a value: a list without objects becomes a repeated key, and absent values are left out. */
function texts(value: unknown): string[] {
  const isList = Array.isArray(value) && value.every((entry) => typeof entry !== 'object' || entry === null)
  return (isList ? (value as unknown[]) : [value]).filter((entry) => entry !== undefined && entry !== null).map(write)
}

/**
 * Writes search params like `URLSearchParams`, with a list as a repeated key (`q=a&q=b`). Objects, and lists of them,
 * are written as JSON. The router's default puts text like `1` in quotes.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) for (const text of texts(value)) params.append(key, text)
  return params.size > 0 ? `?${params}` : ''
}

/**
 * Reads search params as text, and a repeated key as a list of texts. Numbers and JSON are read where a route's
 * `validateSearch` asks for them, see search-values.ts. The router's default reads `1` as a number and `true` as a
 * boolean.
 */
export function parseSearch(query: string): Record<string, unknown> {
  const search = Object.create(null) as Record<string, string | string[]>
  for (const [key, text] of new URLSearchParams(query)) {
    const before = search[key]
    if (before === undefined) search[key] = text
    else if (typeof before === 'string') search[key] = [before, text]
    else before.push(text)
  }
  return search
}

/**
 * Reads a query and a fragment in `to` of a destination. The router treats them as a part of the path, and turns
 * `/x?u=http://y` into `/x?u=http:/y`. `search` and `hash` win over them.
 */
export function readQueryInTo(destination: Destination, { options }: Pick<AnyRouter, 'options'>): Destination {
  const { to } = destination
  if (typeof to !== 'string' || !/[?#]/.test(to)) return destination
  const { path, query, hash } = splitUrl(to)
  return {
    ...destination,
    to: path || '.',
    search: destination.search ?? options.parseSearch(query),
    hash: destination.hash ?? hash.slice(1),
  }
}

/**
 * Returns a built location with the search params that are read from its URL. Otherwise `page: 2` of a link would be
 * another page than `?page=2`, for prefetches and for the link that is active.
 */
export function readSearchBack(location: ParsedLocation, { options }: Pick<AnyRouter, 'options'>): ParsedLocation {
  if (location.searchStr === '' && Object.keys(location.search).length === 0) return location
  return { ...location, search: options.parseSearch(location.searchStr) }
}
