import type { NamesOf, Page } from '#app/navigation/routing-table/parse/pathname-types.ts'

type ParamsOf<P extends string> = [NamesOf<P>] extends [never] ? [] : [params: Record<NamesOf<P>, string>]

/**
 * A destination inside the application, checked against its routes: a page that does not exist is a type error.
 * A param's value is a text, or a param of the source with its colon: `:slug`, `:path*`.
 *
 * @example routePath('/handbook/$', { _splat: ':path*' }) // /handbook/:path*
 */
export function routePath<P extends Page>(path: P, ...[params]: ParamsOf<P>): string {
  const values: Record<string, string> = params ?? {}
  return path.replace(/\{-?\$(\w+)\}|\$(\w+)|\{\$\}|\$/g, (_match: string, braced?: string, bare?: string) => {
    const name = braced ?? bare
    return name === undefined
      ? (values['_splat'] ?? '').split('/').map(encodeValue).join('/')
      : encodeValue(values[name] ?? '')
  })
}

/** A param stays one. Text is percent-encoded, and the special characters of the grammar are escaped. */
function encodeValue(value: string): string {
  if (value.startsWith(':')) return value
  return encodeURIComponent(value).replace(/[(){}:*+?]/g, String.raw`\$&`)
}
