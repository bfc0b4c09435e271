/** One fact a rule asks of a request. `value` is a regular expression for the whole of it. */
export type Condition =
  | { readonly type: 'host'; readonly value: string }
  | { readonly type: 'header' | 'cookie' | 'query'; readonly key: string; readonly value?: string }

/** What redirects and rewrites share. */
export type Rule = {
  /** Where its author wrote it, as faults, warnings and traces name it: `redirects[3]`. Empty in the browser. */
  readonly place: string
  readonly source: string
  readonly destination: string
  /** True: the rule holds under every locale prefix and carries it. False: the source names the locale itself. */
  readonly locale: boolean
  readonly has?: readonly Condition[]
  readonly missing?: readonly Condition[]
  /** Set in the browser's table only: when path and conditions hold, the rest is the server's to decide. */
  readonly needsServer?: true
}

export type RedirectStatus = 301 | 302 | 303 | 307 | 308

export type RedirectRule = Rule & { readonly status: RedirectStatus }

export type Rewrites = {
  readonly beforeFiles: readonly Rule[]
  readonly afterFiles: readonly Rule[]
  readonly fallback: readonly Rule[]
}

export type Domain<L extends string = string> = {
  /** Lower-case host name without a port. */
  readonly domain: string
  readonly defaultLocale: L
  readonly locales: readonly L[]
  /** True when the domain is served over plain http. */
  readonly http: boolean
}

/** The resolved table: plain data, every default filled in, safe to serialise. */
export type Routing<L extends string = string> = {
  readonly locales: readonly L[]
  readonly defaultLocale: L
  readonly domains: readonly Domain<L>[]
  readonly trailingSlash: boolean
  readonly localeDetection: boolean
  readonly redirects: readonly RedirectRule[]
  readonly rewrites: Rewrites
}

/** What a rule took from a request, by name. Values are percent-encoded; a repeated param has one entry a segment. */
export type Params = Record<string, string | string[]>
