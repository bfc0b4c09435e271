/** Names the counterpart of a part of the application: a page and a section of the handbook, and a note. */
export type Mapping = { readonly section: string; readonly note: string }

const of = (section: string, note: string): Mapping => ({ section, note })

/**
 * Reads rows of names, a section of the handbook and a note. Names of one row are separated by spaces, and have the module of
 * the first: `module#one other` is `module#one` and `module#other`.
 */
const byName = (rows: string): ReadonlyMap<string, Mapping> =>
  new Map(
    rows.split('\n').flatMap((row) => {
      const [key = '', section = '', note = ''] = row.split('|').map((cell) => cell.trim())
      const [names = '', module] = key.split('#').toReversed()
      return names
        .split(' ')
        .filter(Boolean)
        .map((name) => [module === undefined ? name : `${module}#${name}`, { section, note }] as const)
    }),
  )

/** Keys of `next.config` that need no counterpart, or that `--write` has written. */
export const UNNEEDED_KEYS = new Set(
  'redirects rewrites trailingSlash i18n distDir reactStrictMode swcMinify poweredByHeader compress typescript eslint transpilePackages productionBrowserSourceMaps logging typedRoutes devIndicators generateEtags allowedDevOrigins'.split(
    ' ',
  ),
)
/** Names that need no counterpart: pages are rendered for each request, and the routing table knows the languages. */
export const UNNEEDED_NAMES =
  /^next(\/cache#(unstable_noStore|connection)|\/server#connection|-intl#NextIntlClientProvider|-intl\/server#((unstable_)?setRequestLocale|getRequestConfig)|-intl\/(middleware|plugin)#default|-intl\/routing#defineRouting)/

/** Imports, calls, members of their results, and elements. */
export const NAMES = byName(`
    next/navigation#redirect permanentRedirect | coming-from-next#functions | throw redirect()
    next/navigation#notFound | coming-from-next#functions | throw notFound()
    next/navigation#forbidden unauthorized | next-by-item#forbidden | throw a PublicError of fairlead/errors with status 403 or 401
    next/navigation#usePathname useSelectedLayoutSegment useSelectedLayoutSegments | next-by-item#hooks | useLocation() or useChildMatches()
    next/navigation#useSearchParams | next-by-item#hooks | Route.useSearch(), with validateSearch
    next/navigation#useParams | coming-from-next#files | Route.useParams()
    next/navigation#useRouter | coming-from-next#functions | useNavigate(), or useRouter() of TanStack Router
    next/headers#cookies headers | next-by-item#cookies | getCookie(), getRequestHeader() in a server function
    next/headers#draftMode | next-by-item#draft | a cookie of your own, which the cache key of the page names
    next/cache#revalidatePath revalidateTag updateTag expireTag | next-by-item#revalidate | invalidate() of fairlead/cache.server
    next/cache#refresh | server-functions#renew | router.invalidate()
    next/cache#unstable_cache cacheTag unstable_cacheTag cacheLife unstable_cacheLife | caching#data | cached() of fairlead/cache.server, with its key, tags, freshFor and staleFor
    next/server#after | next-by-item#after | a promise that is not awaited; a job survives the process
    next/server#userAgent | server-functions | the header user-agent, read with getRequestHeader()
    next/server#NextResponse NextRequest | server-routes-and-jobs#api | Response and Request; rewrite() is a rule of app/routing.ts, next() a guard
    next/server#ImageResponse | next-by-item#og | imageResponse() of fairlead/images.server with the same element, in a server route
    next/link#default | coming-from-next#functions | Link of fairlead/navigation with to and params; an a, as long as its page is not moved
    next/link#useLinkStatus | next-by-item#link-status | the shell shows a progress line; useMatchRoute({ pending: true }) for a link
    next/dynamic#default | prefetching#cost | lazy() of React
    next/router#useRouter | coming-from-next#functions | useNavigate(), useParams(), useSearch()
    next-intl#useTranslations useLocale useFormatter useMessages useNow useTimeZone | languages#messages | the same, from use-intl
    next-intl#hasLocale | languages | isLocale() of fairlead/locale
    next-intl#Locale | languages | Locale of fairlead/locale
    next-intl/server#getTranslations | languages#server | getTranslations(locale, namespace) of fairlead/messages.server; in a page the component translates
    next-intl/server#getFormatter getLocale getMessages getNow getTimeZone | next-by-item#locale | no counterpart on the server: a loader returns data, and the component translates
    next-intl/navigation#createNavigation | languages | Link of fairlead/navigation and the hooks of TanStack Router, which know the language
    next/root-params#locale lang | segments | getLocale() of fairlead/locale
    global#fetch | caching#data | cached() of fairlead/cache.server: fetch has no cache of its own here
    use#server | server-functions | a server function: check its arguments, and who may call it
    use#cache | caching#data | cached() of fairlead/cache.server, with a key and an age
    global#require | how-it-is-built | an import
    next/og | next-by-item#og | imageResponse() of fairlead/images.server with the same element, in a server route
    next/image#default | next-by-item#image | Image of fairlead/images
    next/legacy/image#default | next-by-item#image | Image of fairlead/images needs width and height
    next/script#default | next-by-item#script | scripts in head of the route
    next/form#default | forms#define | defineForm() of fairlead/forms
    next/error#default | errors#page | throw a PublicError of fairlead/errors, or notFound()
    next/head#default | metadata#title | head of the route
    next/font/google next/font/local | next-by-item#font | its files or a package of Fontsource
    next/document next/app | coming-from-next#files | app/routes/__root.tsx and app/shell/shell.tsx
    next/navigation#useServerInsertedHTML | coming-from-next#files | styles are in CSS modules; no library may insert them while rendering`)

export const EXPORTS = byName(`
    metadata | metadata#title | head of the route, by pageMeta() of fairlead/metadata
    generateMetadata | metadata#title | head of the route, by pageMeta() of fairlead/metadata from the data of its loader
    viewport generateViewport | make-it-yours | meta in app/routes/__root.tsx, themeColors in app/site.ts
    revalidate | caching#ages | staticData.cache of the route
    dynamic dynamicParams fetchCache experimental_ppr | caching | a page is rendered for each request unless staticData.cache says otherwise
    getStaticPaths | caching | cache: 'static' or an age in staticData
    preferredRegion maxDuration | deploy | a setting of the host
    getServerSideProps getStaticProps getInitialProps | server-functions | a loader that calls a server function
    config | sessions-and-guards#guard | the guards of the pages that its matcher covers`)

export const FILES = byName(`
    page | coming-from-next#files | a route: its task sheet has what it needs
    layout | coming-from-next#files | route.tsx of the folder
    route api | server-routes-and-jobs#api | a server route: its task sheet has what it needs
    loading error not-found | coming-from-next#files | pendingComponent, errorComponent, notFoundComponent of the routes below
    template | next-by-item#template | remountDeps of the route
    global-error | errors#page | errorComponent of the root
    global-not-found | errors#page | notFoundComponent of the root
    forbidden unauthorized | errors#throw | throw a PublicError of fairlead/errors with status 403 or 401
    default | next-by-item#slots | default of the slot
    icon apple-icon | metadata#icons | files in public/ that have these names already
    opengraph-image twitter-image | metadata#preview | the image of pageMeta() of fairlead/metadata: a file in public/, or imageResponse() in a server route
    sitemap | metadata#sitemap | /sitemap.xml lists the pages without params; others by sitemapPaths of a part
    robots | metadata#sitemap | /robots.txt is made by the server
    manifest | metadata#manifest | manifest of app/site.ts
    _app | coming-from-next#files | app/shell/shell.tsx, and route.tsx at the top of the routes for providers
    _document | coming-from-next#files | app/routes/__root.tsx
    _error 404 500 | errors#page | errorComponent and notFoundComponent of the root`)

export const CONFIG = byName(`
    headers | server-routes-and-jobs#headers | headers of the route
    images | next-by-item#image | contentSources.images of app/site.ts; other options are not needed
    basePath | deploy#base-path | basePath of app/site.ts
    assetPrefix | caching#assets | ASSETS_ORIGIN=https://… npm run build: an origin, without a path
    env publicRuntimeConfig serverRuntimeConfig | server-routes-and-jobs#env | app/env.server.ts
    webpack turbopack | how-it-is-built | a plugin of Vite
    experimental | how-it-is-built | each of its options decides something: look at them
    cacheComponents | caching | staticData.cache of routes, and cached() of fairlead/cache.server for data
    reactCompiler | how-it-is-built | its plugin of Babel, in a plugin of Vite
    serverExternalPackages | deploy | packages that the server must not bundle: external of the build
    output | deploy#static | npm run build writes a server for Node; -- --static FOLDER the pages that need none
    outputFileTracingIncludes | deploy | files that are read at run time: copy them beside the build
    skipTrailingSlashRedirect | coming-from-next#paste | a page has one canonical URL`)

/** Findings that have no name. */
export const OTHER = {
  rootLayout: of(
    'coming-from-next#files',
    'app/shell/shell.tsx for what is on every page, app/routes/__root.tsx for the document',
  ),
  slot: of('next-by-item#slots', 'a page of a Slot of fairlead/navigation in the layout'),
  intercepting: of('interception#declare', 'interception.over of the route that it opens'),
  otherPage: of(
    'coming-from-next#files',
    'a page that is not TypeScript or JavaScript: compile it, or write it as a component',
  ),
  mdx: of('next-by-item#mdx', 'a component, which a plugin compiles'),
  middleware: of(
    'sessions-and-guards#guard',
    'rules go to app/routing.ts, guards to beforeLoad and to server functions',
  ),
  instrumentation: of('next-by-item#instrumentation', 'what runs at the start'),
  imageHost: of('next-by-item#image', 'contentSources.images of app/site.ts, for the Content-Security-Policy'),
  styles: of('coming-from-next#files', 'a style sheet, which the route or the shell imports'),
  imageLoader: of('next-by-item#image', 'a loader of images: transformer of Image, or the addresses as they are'),
  left: of('coming-from-next#paste', 'not written'),
  messages: of('languages#messages', 'not written'),
  other: of('coming-from-next#files', 'not known to this command'),
  unread: of('coming-from-next#files', 'larger than 1 MB: not read'),
} as const satisfies Record<string, Mapping>
