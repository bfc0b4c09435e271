/** One fact a rule asks of a request. `value` is a regular expression for the whole of it. */
export type Condition =
  | { readonly type: 'host'; readonly value: string }
  | { readonly type: 'header' | 'cookie' | 'query'; readonly key: string; readonly value?: string }

/** What redirects and rewrites share. */
export type Rule = {
  /** Where its author wrote it, as faults, warnings and traces name it: `redirects[3]`. */
  readonly place: string
  readonly source: string
  readonly destination: string
  /** True: the rule holds under every locale prefix and carries it. False: the source names the locale itself. */
  readonly locale: boolean
  readonly has?: readonly Condition[]
  readonly missing?: readonly Condition[]
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
  /** The locales that a path's first segment may name: all, or none where the table leaves `locales` out. */
  readonly prefixes: readonly L[]
  readonly defaultLocale: L
  readonly domains: readonly Domain<L>[]
  readonly trailingSlash: boolean
  readonly localeDetection: boolean
  readonly redirects: readonly RedirectRule[]
  readonly rewrites: Rewrites
}

/** What a rule took from a request, by name. Values are percent-encoded; a repeated param has one entry a segment. */
export type Params = Record<string, string | string[]>

// The prepared form: what the grammar's parser makes of a rule, as plain data, so that the browser needs no parser.

export type Pattern = {
  /** Source of an expression that ignores case. */
  readonly regexp: string
  /** One for each of its groups; without a name it gives nothing, with a separator it gives a list. */
  readonly params: readonly { readonly name: string | null; readonly separator?: string }[]
  /** Set when the source has no params: the path, as the index files it. */
  readonly exact?: string
  /** Set when the source has params behind a literal first segment. */
  readonly first?: string
}

/** Literal text, or a param with what stands around it when it is there. */
export type Piece = string | { readonly name: string; readonly prefix?: string; readonly suffix?: string }

export type Destination = {
  /** Absent inside the application. */
  readonly origin?: { readonly scheme: string; readonly host: readonly Piece[]; readonly port: string }
  readonly path: readonly Piece[]
  /** Without a value for `?name`. */
  readonly query: readonly { readonly name: string; readonly value?: readonly Piece[] }[]
  readonly hash: readonly Piece[]
}

export type PreparedRule = {
  /** Place and source are for people to read: the browser's table leaves them empty. */
  readonly place: string
  readonly source: string
  readonly locale: boolean
  readonly has?: readonly Condition[]
  readonly missing?: readonly Condition[]
  readonly pattern: Pattern
  readonly destination: Destination
  /** In the browser's table: when path and conditions hold, the rest is the server's to decide. */
  readonly needsServer?: true
}

export type PreparedRedirect = PreparedRule & { readonly status: RedirectStatus }

export type PreparedTable = Pick<Routing, 'prefixes' | 'defaultLocale' | 'domains' | 'trailingSlash'> & {
  readonly redirects: readonly PreparedRedirect[]
  readonly beforeFiles: readonly PreparedRule[]
  readonly afterFiles: readonly PreparedRule[]
  readonly fallback: readonly PreparedRule[]
}
