/** `done`: the command writes it. `by hand`: a person moves it. `no answer`: there is no counterpart. */
export type Verdict = 'done' | 'by hand' | 'no answer'

export type Mapping = {
  readonly verdict: Verdict
  /** Page and section of the handbook. */
  readonly section: string
  readonly note: string
  /** An estimate of the time that a person needs, in minutes. */
  readonly minutes: number
}

const done = (section: string, note: string): Mapping => ({ verdict: 'done', section, note, minutes: 0 })
const byHand = (section: string, note: string, minutes = 5): Mapping => ({ verdict: 'by hand', section, note, minutes })
const noAnswer = (section: string, note: string, minutes = 30): Mapping => ({
  verdict: 'no answer',
  section,
  note,
  minutes,
})

const FILES = 'coming-from-next#files'
const TABLE = 'coming-from-next#paste'
const GUARD = 'sessions-and-guards#guard'
const RENEW = 'server-functions#renew'
const MESSAGES = 'languages#messages'
const HEAD = 'languages#search-engines'

const spread = (names: string, mapping: Mapping) => names.split(' ').map((name) => [name, mapping] as const)

/** Files by their convention. Pages, layouts and routes are judged by what is in them. */
export const FILE_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('template', byHand(FILES, 'give the outlet of the layout a key that changes with the path')),
  ...spread(
    'global-error',
    byHand('errors#page', 'the error page of the shell is shown; change app/errors/error-document.server.ts'),
  ),
  ...spread('global-not-found', byHand('errors#page', 'change app/errors/not-found.tsx')),
  ...spread('forbidden unauthorized', byHand('errors#throw', 'throw a PublicError with status 403 or 401')),
  ...spread('default', byHand('interception#differences', 'what a slot shows without a page')),
  ...spread('icon apple-icon', byHand('make-it-yours', 'a file in public/, and a link in app/routes/__root.tsx')),
  ...spread(
    'opengraph-image twitter-image',
    byHand('server-routes-and-jobs#download', 'a server route, or a file in public/', 15),
  ),
  ...spread('sitemap', byHand(HEAD, '/sitemap.xml lists the pages without params; others by sitemap of a part', 10)),
  ...spread('robots', byHand(HEAD, '/robots.txt is made by the server', 5)),
  ...spread('manifest', byHand('make-it-yours', 'a file in public/, and a link in app/routes/__root.tsx')),
  ...spread('_app', byHand(FILES, 'app/shell/shell.tsx, and app/routes/{-$locale}/route.tsx for providers', 20)),
  ...spread('_document', byHand(FILES, 'app/routes/__root.tsx', 10)),
  ...spread('_error 404 500', byHand('errors#page', 'change app/errors', 10)),
])

/** The imports and calls of a module: `module#name`, and members of what it returns. */
export const NAME_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread(
    'next/navigation#redirect next/navigation#permanentRedirect',
    byHand(FILES, 'throw redirect() in beforeLoad or in the loader'),
  ),
  ...spread('next/navigation#notFound', byHand(FILES, 'throw notFound() in the loader', 3)),
  ...spread(
    'next/navigation#forbidden next/navigation#unauthorized',
    byHand('errors#throw', 'throw a PublicError with status 403 or 401'),
  ),
  ...spread('next/navigation#usePathname', done(FILES, 'useLocation(), without the name of a route')),
  ...spread(
    'next/navigation#useSearchParams',
    done(FILES, 'URLSearchParams of useLocation(); Route.useSearch() is typed'),
  ),
  ...spread('next/navigation#useParams', done(FILES, 'useParams({ strict: false }); Route.useParams() is typed')),
  ...spread('next/navigation#useRouter().push next/navigation#useRouter().replace', done(FILES, 'useNavigate()')),
  ...spread('next/navigation#useRouter().refresh', done(RENEW, 'useRouter().invalidate()')),
  ...spread('next/navigation#useRouter().back next/navigation#useRouter().forward', done(FILES, 'useRouter().history')),
  ...spread(
    'next/navigation#useRouter().prefetch',
    byHand('prefetching', 'links prefetch by themselves; router.preloadRoute() for others'),
  ),
  ...spread(
    'next/navigation#useSelectedLayoutSegment next/navigation#useSelectedLayoutSegments',
    byHand(FILES, 'useMatches(), or activeProps of Link', 10),
  ),
  ...spread(
    'next/navigation#useServerInsertedHTML',
    noAnswer(FILES, 'styles are in CSS modules; no library may insert them while rendering'),
  ),
  ...spread(
    'next/headers#cookies',
    byHand('server-functions', 'getCookie() in a server function, which the loader calls', 10),
  ),
  ...spread(
    'next/headers#headers',
    byHand('server-functions', 'getRequestHeader() in a server function, which the loader calls', 10),
  ),
  ...spread(
    'next/headers#draftMode',
    noAnswer('caching#key', 'a cookie of your own; visitors with a session have pages of their own'),
  ),
  ...spread('next/cache#revalidatePath', byHand('caching#invalidate', 'await invalidate({ path })', 3)),
  ...spread(
    'next/cache#revalidateTag next/cache#updateTag next/cache#expireTag',
    byHand('caching#invalidate', 'await invalidate({ tags: [tag] })', 3),
  ),
  ...spread('next/cache#refresh', byHand(RENEW, 'router.invalidate()', 3)),
  ...spread('next/cache#unstable_cache', byHand('caching#data', 'cached(), with a key and an age', 10)),
  ...spread(
    'next/cache#cacheTag next/cache#unstable_cacheTag next/cache#cacheLife next/cache#unstable_cacheLife',
    byHand('caching#data', 'tags, freshFor and staleFor of cached()', 5),
  ),
  ...spread(
    'next/cache#unstable_noStore next/cache#connection next/server#connection',
    done('caching', 'a page is rendered for each request unless its route says otherwise'),
  ),
  ...spread('next/server#after', byHand('server-routes-and-jobs#jobs', 'a job, or a promise that is not awaited', 10)),
  ...spread('next/server#NextResponse.json', done('server-routes-and-jobs#api', 'Response.json()')),
  ...spread(
    'next/server#NextResponse.redirect next/server#NextResponse.rewrite',
    byHand('redirects-and-rewrites', 'a rule of app/routing.ts, a guard, or Response.redirect()', 10),
  ),
  ...spread(
    'next/server#NextResponse.next',
    byHand(GUARD, 'middleware is a guard, a rule of app/routing.ts, or requestMiddleware'),
  ),
  ...spread('next/server#userAgent', byHand('server-functions', 'the header user-agent, read with getRequestHeader()')),
  ...spread(
    'next/link#useLinkStatus',
    byHand('prefetching', 'the shell shows a progress line; useRouterState() tells the rest'),
  ),
  ...spread('next/dynamic#default', byHand('prefetching#cost', 'lazy() of React')),
  ...spread('next/router#useRouter', byHand(FILES, 'useNavigate(), useParams(), useSearch()', 10)),
  ...spread(
    'next-intl#useTranslations next-intl#useLocale next-intl#useFormatter next-intl#useMessages next-intl#useNow next-intl#useTimeZone',
    done(MESSAGES, 'the same, from use-intl'),
  ),
  ...spread('next-intl#hasLocale', byHand(MESSAGES, 'isLocale() of app/navigation/locale/locale.ts')),
  ...spread(
    'next-intl/server#getTranslations next-intl/server#getFormatter',
    byHand(MESSAGES, 'useTranslations() in the component; loadMessages() in the loader', 10),
  ),
  ...spread(
    'next-intl/server#setRequestLocale next-intl/server#unstable_setRequestLocale',
    done('languages', 'not needed: the URL has the language'),
  ),
  ...spread('next-intl/server#getLocale', byHand('segments', 'getLocale(params)', 3)),
  ...spread(
    'next-intl/server#getMessages next-intl/server#getRequestConfig',
    done(MESSAGES, 'not needed: the route loads its messages'),
  ),
  ...spread('next-intl/middleware#default', done('languages', 'not needed: app/routing.ts has the languages')),
  ...spread('next-intl/plugin#default', done(MESSAGES, 'not needed: the build compiles the messages')),
  ...spread('next-intl/routing#defineRouting', done('languages', 'locales of app/routing.ts')),
  ...spread(
    'next-intl/navigation#createNavigation',
    done('languages', 'Link and hooks of this project, which know the language'),
  ),
  ...spread('next-intl#Locale', done('languages', 'Locale of app/navigation/locale/locale.ts')),
  ...spread('next/root-params#locale next/root-params#lang', done('segments', 'getLocale(params)')),
  ...spread(
    'next/server#NextResponse next/server#NextRequest',
    done('server-routes-and-jobs#api', 'Response and Request'),
  ),
  ...spread('next/navigation#useRouter', done(FILES, 'useNavigate() or useRouter()')),
  ...spread('global#fetch', byHand('caching#data', 'cached(): fetch has no cache of its own here', 5)),
  ...spread(
    'next/og#ImageResponse',
    noAnswer('server-routes-and-jobs#download', 'a package that renders images, in a server route'),
  ),
])

/** Elements of modules. */
export const ELEMENT_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread(
    'next/image#default next/legacy/image#default',
    byHand(FILES, 'written as <img>: check its size and format', 3),
  ),
  ...spread(
    'next/script#default',
    byHand('server-functions#headers', 'a script needs the nonce of the Content-Security-Policy', 10),
  ),
  ...spread('next/form#default', byHand('forms#define', 'defineForm() and useForm(), or <form method="get">', 10)),
  ...spread('next/error#default', byHand('errors#page', 'NotFound or ApplicationError of app/errors')),
  ...spread('next/head#default', byHand(FILES, 'head of the route')),
  ...spread('next-intl#NextIntlClientProvider', done(MESSAGES, 'not needed: the shell provides messages')),
])

/** Imports that are not called or rendered. */
export const MODULE_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread(
    'next/font/google next/font/local',
    byHand('make-it-yours', 'a @fontsource package, and preload in app/routes/__root.tsx', 15),
  ),
  ...spread('next/og', noAnswer('server-routes-and-jobs#download', 'a package that renders images, in a server route')),
  ...spread('next/document next/app', byHand(FILES, 'app/routes/__root.tsx and app/shell/shell.tsx', 0)),
])

/** Exports of pages, layouts and routes. */
export const EXPORT_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('metadata', done(FILES, 'head of the route')),
  ...spread('generateMetadata', byHand(FILES, 'head of the route, from the data of its loader', 5)),
  ...spread(
    'viewport generateViewport',
    byHand('make-it-yours', 'meta in app/routes/__root.tsx, themeColors in app/site.ts'),
  ),
  ...spread('revalidate', byHand('caching#ages', 'staticData.cache of the route')),
  ...spread(
    'dynamic dynamicParams fetchCache experimental_ppr',
    byHand('caching', 'a page is rendered for each request unless staticData.cache says otherwise', 3),
  ),
  ...spread(
    'generateStaticParams getStaticPaths',
    byHand('caching', "cache: 'static' or an age in staticData; pages are rendered when they are first asked for", 5),
  ),
  ...spread('runtime', done('deploy', 'not needed: all runs on Node')),
  ...spread('preferredRegion maxDuration', byHand('deploy', 'a setting of the host', 2)),
  ...spread(
    'getServerSideProps getStaticProps getInitialProps',
    byHand('server-functions', 'a loader that calls a server function', 15),
  ),
  ...spread('config', byHand(GUARD, 'what the matcher of middleware covers', 2)),
])

/** Directives. */
export const DIRECTIVE_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('client', done(FILES, 'not needed: components run on the server and in the browser')),
  ...spread(
    'server',
    byHand('server-functions', 'createServerFn() in a *.functions.ts: check who may call it, and its input', 15),
  ),
  ...spread('cache', byHand('caching#data', 'cached(), with a key and an age', 10)),
])

/** Keys of `next.config`. */
export const CONFIG_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('redirects rewrites', done(TABLE, 'app/routing.ts')),
  ...spread('i18n', done(TABLE, 'locales of app/routing.ts')),
  ...spread('trailingSlash', done(TABLE, 'app/routing.ts')),
  ...spread('headers', byHand('server-routes-and-jobs#headers', 'headers of the route')),
  ...spread('images', byHand('make-it-yours', 'contentSources.images of app/site.ts')),
  ...spread('basePath assetPrefix', noAnswer(TABLE, 'the application is served at /')),
  ...spread(
    'env publicRuntimeConfig serverRuntimeConfig',
    byHand('server-routes-and-jobs#env', 'app/env.server.ts', 10),
  ),
  ...spread('webpack turbopack', byHand('how-it-is-built', 'a plugin of Vite', 20)),
  ...spread('output', byHand('deploy', 'npm run build writes a server for Node', 5)),
  ...spread('distDir', done('deploy', 'not needed: the build is in .output')),
  ...spread('skipTrailingSlashRedirect', noAnswer(TABLE, 'a page has one canonical URL', 5)),
  ...spread(
    'reactStrictMode swcMinify poweredByHeader compress experimental typescript eslint transpilePackages productionBrowserSourceMaps logging cacheComponents reactCompiler serverExternalPackages typedRoutes devIndicators generateEtags',
    done('how-it-is-built', 'not needed'),
  ),
])

/** Findings beside names. */
export const OTHER_MAPPINGS = {
  page: done(FILES, 'a route, with the component as it was'),
  pageByHand: byHand(FILES, 'a route is written; move its component and data', 20),
  layout: done(FILES, 'route.tsx of the folder, with the component as it was'),
  layoutByHand: byHand(FILES, 'route.tsx of the folder is written; move its component and data', 15),
  groupLayout: done(FILES, 'each page of the group renders it'),
  groupLayoutByHand: byHand(FILES, 'each page of the group renders it; move it', 15),
  rootLayout: byHand(
    FILES,
    'app/shell/shell.tsx for what is on every page, app/routes/__root.tsx for the document',
    30,
  ),
  boundary: done(FILES, 'a component of the routes in its folder'),
  boundaryByHand: byHand(FILES, 'a component of the routes in its folder', 10),
  rootBoundary: byHand('errors#page', 'the shell has such pages; change app/errors', 10),
  route: done('server-routes-and-jobs#api', 'a server route with the handlers as they were'),
  routeByHand: byHand('server-routes-and-jobs#api', 'a server route is written; move its handlers', 15),
  rootMetadata: byHand('make-it-yours', 'siteName, texts and documentTitle() of app/site.ts', 5),
  slot: noAnswer('interception#differences', 'a slot is not a route here; render it in the layout', 30),
  intercepting: done('interception#declare', 'interception.over of the route that it opens'),
  interceptingByHand: byHand('interception#declare', 'the page that it opens is not at a known path', 15),
  otherPage: byHand(FILES, 'a page that is not TypeScript or JavaScript: compile it, or write it as a component', 15),
  middleware: byHand(GUARD, 'rules go to app/routing.ts, guards to beforeLoad and to server functions', 20),
  guard: byHand(GUARD, 'a guard: requireSession() of the route, and sessionMiddleware of its functions', 10),
  instrumentation: byHand('server-routes-and-jobs#hooks', 'what runs at the start', 15),
  redirectInComponent: byHand(FILES, 'a component that redirects: throw redirect() in beforeLoad or in the loader', 5),
  searchParams: done(FILES, 'validateSearch of the route; its component gets one text, not a list'),
  searchParamsType: byHand(FILES, 'a list or another type: write it in validateSearch', 5),
  link: done(FILES, 'to and params'),
  linkByHand: byHand(FILES, 'the address is computed: write to and params', 3),
  environment: byHand(
    'server-routes-and-jobs#env',
    'import.meta.env for what the build knows; else a loader reads it',
    5,
  ),
  imageHost: byHand('make-it-yours', 'contentSources.images of app/site.ts, for the Content-Security-Policy', 2),
  collision: byHand(
    'languages#remove',
    'the address is taken here: remove the part that has it, or choose another',
    10,
  ),
  computed: byHand(TABLE, 'is computed: run the command with --config, or write it by hand', 10),
  package: byHand('decisions/002-dependencies', 'npm install it, then run the command again', 2),
  other: noAnswer(FILES, 'not known to this command', 15),
  unread: byHand(FILES, 'larger than 1 MB: not read', 15),
} as const satisfies Record<string, Mapping>
