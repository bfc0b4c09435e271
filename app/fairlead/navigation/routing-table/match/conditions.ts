import { encodeHeader, encodeText, hostName, MATCHING } from '#fairlead/navigation/routing-table/match/url.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import type { Condition, Params } from '#fairlead/navigation/routing-table/routing-types.ts'

/**
 * The known parts of a request. With `headers` everything is known. Without them (in the browser) only the URL and the
 * cookies given are known, and an unseen cookie may still exist, since scripts cannot read every one.
 */
export type RuleRequest = {
  /** The path, the query and, in the browser, the fragment: `/a?b=c`. */
  readonly url: string
  /**
   * The host, port allowed. Default: the `host` header. With `domains` it also decides the locale of paths without a
   * prefix.
   */
  readonly host?: string | undefined
  readonly headers?: { get(name: string): string | null }
  /** Cookies in the form of a document. Default: the `cookie` header. */
  readonly cookies?: string | undefined
}

/**
 * Returns the anchored expression of a condition's value; `.` matches any character. Throws SyntaxError for an invalid
 * one.
 */
export function conditionRegexp(condition: Condition): RegExp {
  return regexpOf(condition, `^(?:${condition.value})$`, 's')
}

/**
 * Tests one condition against a request, whose query earlier rewrites may have changed. Empty values never match. A
 * match adds to `params`: named groups, the whole host of a `host` condition without groups, and the value of a
 * condition without `value` under the letters of its key.
 */
export function testCondition(
  condition: Condition,
  request: RuleRequest,
  query: string,
  params: Params,
): 'yes' | 'no' | 'unknown' {
  const value = read(condition, request, query)
  if (value === undefined) return 'unknown'
  if (!value) return 'no'
  const encode = condition.type === 'header' ? encodeHeader : encodeText
  if (!condition.value) {
    const name = paramName(condition)
    if (name) params[name] = encode(value)
    return 'yes'
  }
  const match = value.length > MATCHING.characters ? null : conditionRegexp(condition).exec(value)
  if (match === null) return 'no'
  for (const [name, captured] of Object.entries(match.groups ?? {})) {
    if (captured !== undefined) params[name] = encode(captured)
  }
  if (match.groups === undefined && condition.type === 'host') params['host'] = encode(value)
  return 'yes'
}

/** Returns the names of the params that a condition can give to a destination. */
export function offeredNames(condition: Condition): string[] {
  if (!condition.value) return [paramName(condition)]
  const groups = [...condition.value.matchAll(/\(\?<([A-Za-z_$][\w$]*)>/g)].map((match) => match[1] ?? '')
  return condition.type === 'host' && groups.length === 0 ? ['host'] : groups
}

/** True for conditions that a browser can test, although it may not see every cookie. */
export const isReadable = ({ type }: Condition): boolean => type !== 'header'

// A destination may use only word characters in names of params, so `my-query` is offered as `myquery`.
function paramName(condition: Condition): string {
  return condition.type === 'host' ? 'host' : condition.key.replace(/[^A-Za-z]/g, '')
}

/** Returns the value that a condition tests: null if it is absent, undefined if it is unknown here. */
function read(condition: Condition, request: RuleRequest, query: string): string | null | undefined {
  switch (condition.type) {
    case 'query':
      return new URLSearchParams(query).getAll(condition.key).at(-1) ?? null
    case 'header':
      return request.headers?.get(condition.key)
    case 'cookie': {
      const { headers, cookies = headers?.get('cookie') } = request
      return readCookie(cookies, condition.key) ?? (headers && null)
    }
    case 'host':
      return hostOfRequest(request)
  }
}

/** Returns the request's host name without port, lower-case; null if it has none, undefined if it is unknown. */
export function hostOfRequest(request: RuleRequest): string | null | undefined {
  const host = request.host ?? request.headers?.get('host')
  return host && hostName(host)
}

const compiled = new WeakMap<object, RegExp>()

/**
 * Returns the regular expression of a rule or a condition. It is compiled when it is first needed, because most rules
 * of a large table are never tried. Throws `SyntaxError` for an invalid one.
 */
export function regexpOf(owner: object, source: string, flags: string): RegExp {
  let regexp = compiled.get(owner)
  if (regexp === undefined) compiled.set(owner, (regexp = new RegExp(source, flags)))
  return regexp
}
