/** A condition on a request. `value` is a regular expression that must match the whole value. */
export type Condition =
  | { readonly type: 'host'; readonly value: string }
  | { readonly type: 'header' | 'cookie' | 'query'; readonly key: string; readonly value?: string }

/** A rule of a table. `place`, `source` and `destination` are for people to read, and empty in the browser's table. */
export type Rule = {
  /** The place in the table, for issues, warnings and traces: `redirects[3]`. */
  readonly place: string
  readonly source: string
  readonly destination: string
  /** True if the rule applies under every locale prefix and keeps it. False if the source contains the locale. */
  readonly locale: boolean
  /** True for a rewrite whose source is the public URL of the page. */
  readonly canonical?: true
  readonly has?: readonly Condition[]
  readonly missing?: readonly Condition[]
  readonly pattern: Pattern
  readonly target: Destination
  /** In the browser's table: if path and conditions match, the server decides. */
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

/** The path of a route, without a locale prefix, and its public paths. */
export type LocalizedPath = {
  readonly route: string
  /** By locale: the public path, and after it former ones. A locale that is absent uses the path of the route. */
  readonly paths: Readonly<Record<string, readonly string[]>>
}

/** The locales whose URLs have a prefix: all but the default one, all, or none: then the visitor has the language. */
export type LocalePrefix = 'as-needed' | 'always' | 'never'

/** The application that responds where this one has nothing, while its pages are replaced one by one. */
export type Beside = {
  /** Its origin: `http://localhost:3001`. `BESIDE_ORIGIN` replaces it at the start. */
  readonly origin?: string
  /** The `Host` header that it gets; default the visitor's. */
  readonly host?: string
  /** Names of this application's cookies that it may read and set. */
  readonly cookies: readonly string[]
  /** Patterns of paths, without a language, that it serves although this application has them. */
  readonly keep: readonly string[]
  /** Patterns of paths, and the percentage of visitors who get them from this application. */
  readonly share: Readonly<Record<string, number>>
  /** The command that starts it in dev, and the folder for it. */
  readonly dev?: string
  readonly folder?: string
}

/** The resolved table: plain data with every default filled in, safe to serialise. */
export type Routing<L extends string = string> = {
  readonly locales: readonly L[]
  /** The locales that a path's first segment may name: all, or none if the table has no `locales`. */
  readonly prefixes: readonly L[]
  /** Default: `as-needed`. */
  readonly localePrefix?: LocalePrefix | undefined
  /** The prefixes that differ from the name of their locale: `/spain` for `es`. */
  readonly customPrefixes?: Readonly<Partial<Record<L, string>>> | undefined
  readonly pathnames?: readonly LocalizedPath[] | undefined
  readonly defaultLocale: L
  readonly domains: readonly Domain<L>[]
  readonly trailingSlash: boolean
  /** True: only at `/`. */
  readonly localeDetection: boolean | 'every-path'
  readonly redirects: readonly RedirectRule[]
  readonly rewrites: Rewrites
  readonly beside?: Beside
}

/** Values are percent-encoded; a repeated param has one entry per segment. */
export type Params = Record<string, string | string[]>

// A parsed rule is plain data, so that the browser needs no parser.

export type Pattern = {
  /** The source of an expression that ignores case. */
  readonly regexp: string
  /** One entry for each capture group: without a name it gives no param, with a separator it gives a list. */
  readonly params: readonly { readonly name: string | null; readonly separator?: string }[]
  /** Set if the source has no params: its key in the index. */
  readonly exact?: string
  /** Set if the source has params after a literal first segment. */
  readonly first?: string
}

/** Literal text, or a param with the text around it that is left out if the param is absent. */
export type Piece = string | { readonly name: string; readonly prefix?: string; readonly suffix?: string }

export type Destination = {
  /** Absent inside of the application. */
  readonly origin?: { readonly scheme: string; readonly host: readonly Piece[]; readonly port: string }
  readonly path: readonly Piece[]
  /** Without a value for `?name`. */
  readonly query: readonly { readonly name: string; readonly value?: readonly Piece[] }[]
  readonly hash: readonly Piece[]
}

export type RuleTable = Omit<Routing, 'locales' | 'pathnames' | 'localeDetection'>
