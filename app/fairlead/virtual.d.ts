// Files of the application, by their place: see host/application-files.ts.

declare module 'virtual:app/site' {
  type Site = import('#fairlead/platform/check-site.ts').Site
  export const siteName: Site['siteName']
  export const texts: import('#fairlead/platform/app-types.ts').AppTexts
  export const documentTitle: Site['documentTitle']
  export const notFoundTitle: Site['notFoundTitle']
  export const themeColors: Site['themeColors']
  export const openGraphImage: Site['openGraphImage']
  export const basePath: Site['basePath']
  export const manifest: Site['manifest']
  export const contentSources: Site['contentSources']
  export const hiddenFromSitemap: Site['hiddenFromSitemap']
  export const hasCdn: Site['hasCdn']
  export const budgets: Site['budgets']
}

declare module 'virtual:app/env' {
  const variables: import('#fairlead/platform/own-variables.ts').OwnVariables
  export default variables
}

declare module 'virtual:app/session-source' {
  type Session = import('#fairlead/sessions/session.ts').Session
  export const readSession: (request: Request) => Promise<Session | undefined>
}

declare module 'virtual:app/server' {
  const server: { fetch: (request: Request) => Response | Promise<Response> }
  export default server
}

// Modules generated from `app/routing.ts` by host/vite/routing-plugin.ts.

declare module 'virtual:routing' {
  type Table = import('#fairlead/platform/app-types.ts').AppRouting
  type Routing = import('#fairlead/navigation/routing-table/routing-types.ts').Routing<Table['defaultLocale']>
  /** The languages, in the order of the routing table. */
  export const locales: Table['locales']
  export const prefixes: Table['prefixes']
  export const localePrefix: Routing['localePrefix']
  export const customPrefixes: Routing['customPrefixes']
  /** The language whose URLs have no prefix. */
  export const defaultLocale: Table['defaultLocale']
  export const domains: Table['domains']
  /** A constant, so that the code for domains is left out where there are none. */
  export const hasDomains: boolean
  /** A constant, so that the code for an application beside this one is left out where there is none. */
  export const hasBeside: boolean
  /** The patterns of paths that the application beside keeps, or that visitors share; undefined without one. */
  export const besidePaths: readonly string[] | undefined
  export const localeDetection: Routing['localeDetection']
  export const trailingSlash: boolean
  export const rightToLeft: readonly string[]
  /** The name of each language in itself. */
  export const languageNames: Readonly<Record<Table['locales'][number], string>>
  /** The tag of each language with its digits and its calendar. */
  export const intlLocales: Readonly<Partial<Record<string, string>>>
}

/** An image of the project in several formats and widths, for the `src` of `Image`. */
declare module '*?picture' {
  const picture: import('#fairlead/images/image.tsx').BuiltPicture
  export default picture
}

/** The messages of the interface; made by `app/fairlead/host/vite/messages-plugin.ts`. */
declare module 'virtual:messages' {
  type Locale = import('#fairlead/platform/app-types.ts').Locale
  type Namespace = import('#fairlead/messages/messages.ts').Namespace
  /** Functions that load each namespace in each language. */
  export const files: Record<Namespace, Record<Locale, () => Promise<{ default: unknown }>>>
  /** The URL of the browser's module by `<language>/<namespace>`. Empty in dev and in the browser. */
  export const urls: Readonly<Record<string, string>>
}

declare module 'virtual:messages/default/shell' {
  const messages: import('#fairlead/messages/messages.ts').Namespaces['shell']
  export default messages
}

declare module 'virtual:routing/paths' {
  /** `undefined` where they are the routes' own. */
  export const paths: import('#fairlead/navigation/routing-table/match/localized-paths.ts').LocalizedPaths | undefined
  /** The paths that rewrites give to pages, for canonical URLs; `undefined` where there are none. */
  export const canonicalPaths: typeof paths
}

/** The public paths of rewrites, and of the languages that are there from the start. */
declare module 'virtual:routing/path-tables' {
  type Tables = Parameters<
    typeof import('#fairlead/navigation/routing-table/match/localized-paths.ts').createLocalizedPaths
  >[0]
  export const tables: Tables | undefined
  export const canonicalTables: Tables | undefined
}

declare module 'virtual:routing/path-loaders' {
  export const loaders: import('#fairlead/navigation/routing-table/client/install-paths.ts').PathLoaders
}

/** The rules as the browser knows them, and the public files that they may reach. */
declare module 'virtual:routing/table' {
  export const prepared: import('#fairlead/navigation/routing-table/routing-types.ts').RuleTable
  export const files: readonly string[]
}

/** Public URLs that differ from the routes' paths. */
declare module 'virtual:routing/rewrite' {
  /** Returns the router's `rewrite` for a host; `undefined` where URLs and routes agree. */
  export function urlRewrite(host: string | undefined): import('@tanstack/react-router').LocationRewrite | undefined
  /**
   * Returns what fetches the public paths of the page's language in the browser, besides the rules; where there are no
   * paths to fetch, what fetches the rules.
   */
  export function installPaths(
    router: import('@tanstack/react-router').AnyRouter,
    delegates: import('#fairlead/navigation/router-types.ts').RouterDelegates,
    fetchRules: (() => Promise<void>) | undefined,
  ): (() => Promise<void>) | undefined
  /** Builds a location with its public URL; `undefined` where URLs and routes agree. */
  export const buildPublicUrl:
    | typeof import('#fairlead/navigation/locale/build-public-url.ts').buildPublicUrl
    | undefined
  /** Loads the paths of all languages, in the browser; `undefined` where there are none. */
  export const loadAllPaths: (() => void) | undefined
}

/** Redirects and rewrites as the browser knows them. */
declare module 'virtual:routing/rules' {
  /**
   * Makes a router follow them. Does nothing when there are none. When they may arrive later, it returns what fetches
   * them: a promise that rejects when they do not.
   */
  export function installRules(
    router: import('@tanstack/react-router').AnyRouter,
    delegates: import('#fairlead/navigation/router-types.ts').RouterDelegates,
    withoutRules: import('#fairlead/navigation/router-types.ts').LocationMembers,
  ): (() => Promise<void>) | undefined
}

/** The whole table, for the server alone. */
declare module 'virtual:routing/server' {
  export const table: import('#fairlead/navigation/routing-table/routing-types.ts').RuleTable
  export const files: readonly string[]
}

/** The server routes, which the browser's routes lack; made by `app/fairlead/host/vite/server-routes-plugin.ts`. */
declare module 'virtual:server-routes' {
  /** Their full paths, such as `/{-$locale}/gauges/readings`. Empty on the server. */
  export const serverRoutes: readonly string[]
}

/** The server functions of the application, and what calls them. */
declare module 'virtual:server-functions' {
  /** Fetches them all. Never rejects: the first call of a missing one fetches it again. */
  export function loadServerFunctions(): Promise<unknown>
}

/** The client files of the build, as Start's compiler lists them. */
declare module 'tanstack-start-manifest:v' {
  type Script = { readonly attrs?: { readonly src?: string } }
  export const tsrStartManifest: () => { readonly routes: Record<string, { readonly scripts?: readonly Script[] }> }
}

/** The server functions of the build. */
declare module '#tanstack-start-server-fn-resolver' {
  export const getServerFnById: (id: string, access: { origin: 'client' }) => Promise<unknown>
}

/** The style sheets of a build, for its server; see app/fairlead/host/vite/style-sheets-plugin.ts. */
declare module 'virtual:style-sheets' {
  /** Texts by URL. Empty in dev and in the browser. */
  export const styleSheets: Readonly<Record<string, string>>
}
