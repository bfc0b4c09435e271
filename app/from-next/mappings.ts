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

const of =
  (verdict: Verdict, usual: number) =>
  (section: string, note: string, minutes = usual): Mapping => ({ verdict, section, note, minutes })

const done = of('done', 0)
const byHand = of('by hand', 5)
const noAnswer = of('no answer', 30)

// Sections of the handbook that several mappings lead to.
const ROUTES = 'coming-from-next#files'
const TABLE = 'coming-from-next#paste'
const GUARD = 'sessions-and-guards#guard'
const RENEW = 'server-functions#renew'
const MESSAGES = 'languages#messages'
const API = 'server-routes-and-jobs#api'
const IMAGE = 'next-by-item#image'
const SLOTS = 'next-by-item#slots'
const ERRORS = 'errors#page'
const BUILD = 'how-it-is-built'
const DATA = 'caching#data'
const SERVER_COMPONENTS = 'next-by-item#server-components'

/** Returns a table by each of the names in a key: `module#one other` is `module#one` and `module#other`. */
export const byName = <T>(named: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(
    Object.entries(named).flatMap(([key, value]) => {
      const [names = '', module] = key.split('#').toReversed()
      return names.split(' ').map((name) => [module === undefined ? name : `${module}#${name}`, value] as const)
    }),
  )

/** Imports, calls, members of what they return, and elements. Names of one mapping are separated by spaces. */
export const NAMES = byName({
  'next/navigation#redirect permanentRedirect': done(
    ROUTES,
    'redirect() of app/ported/next/server.ts, which throws that of the router',
  ),
  'next/navigation#notFound': done(ROUTES, 'notFound() of app/ported/next/server.ts, which throws that of the router'),
  'next/navigation#forbidden unauthorized': byHand(
    'next-by-item#forbidden',
    'throw a PublicError with status 403 or 401',
  ),
  'next/navigation#usePathname': done(ROUTES, 'useLocation(), without the name of a route'),
  'next/navigation#useSearchParams': done(ROUTES, 'URLSearchParams of useLocation(); Route.useSearch() is typed'),
  'next/navigation#useParams': done(ROUTES, 'useParams({ strict: false }); Route.useParams() is typed'),
  'next/navigation#useSelectedLayoutSegment useSelectedLayoutSegments': done(
    'next-by-item#hooks',
    'of app/ported/next/navigation.tsx; activeProps of Link does more',
  ),
  'next/navigation#useServerInsertedHTML': noAnswer(
    ROUTES,
    'styles are in CSS modules; no library may insert them while rendering',
  ),
  'next/navigation#useRouter': done(ROUTES, 'of app/ported/next/navigation.tsx; useNavigate() and useRouter() do more'),
  'next/headers#cookies headers': done('next-by-item#cookies', 'those of the request, on the server'),
  'next/headers#draftMode': byHand(
    'next-by-item#draft',
    'a cookie of your own, which the cache key of the page names',
    15,
  ),
  'next/cache#revalidatePath revalidateTag updateTag expireTag': done(
    'caching#invalidate',
    'invalidate() of the page cache',
  ),
  'next/cache#refresh': byHand(RENEW, 'router.invalidate()', 3),
  'next/cache#unstable_cache': done(DATA, 'cached(), with its key, tags and age'),
  'next/cache#cacheTag unstable_cacheTag cacheLife unstable_cacheLife': byHand(
    DATA,
    'tags, freshFor and staleFor of cached()',
  ),
  'next/cache#unstable_noStore connection': done(
    'caching',
    'a page is rendered for each request unless its route says otherwise',
  ),
  'next/server#connection': done('caching', 'a page is rendered for each request unless its route says otherwise'),
  'next/server#after': done('next-by-item#after', 'a promise that is not awaited; a job survives the process'),
  'next/server#NextResponse.json': done(API, 'Response.json()'),
  'next/server#NextResponse.redirect': done(API, 'a Response with a location'),
  'next/server#NextResponse.rewrite': byHand('redirects-and-rewrites', 'a rule of app/routing.ts', 10),
  'next/server#NextResponse.next': byHand(
    GUARD,
    'middleware is a guard, a rule of app/routing.ts, or requestMiddleware',
  ),
  'next/server#userAgent': byHand('server-functions', 'the header user-agent, read with getRequestHeader()'),
  'next/server#NextResponse NextRequest': done(API, 'Response and Request'),
  'next/server#ImageResponse': byHand(
    'next-by-item#og',
    'imageResponse() with the same element, in a server route',
    10,
  ),
  'next/link#default': done(ROUTES, 'to and params, or ComputedLink of app/ported/next/navigation.tsx'),
  'next/link#useLinkStatus': byHand(
    'next-by-item#link-status',
    'the shell shows a progress line; useMatchRoute({ pending: true }) for a link',
  ),
  'next/dynamic#default': done('prefetching#cost', 'lazy() of React, by app/ported/next/components.tsx'),
  'next/router#useRouter': byHand(ROUTES, 'useNavigate(), useParams(), useSearch()', 10),
  'next-intl#useTranslations useLocale useFormatter useMessages useNow useTimeZone': done(
    MESSAGES,
    'the same, from use-intl',
  ),
  'next-intl#hasLocale': done('languages', 'isLocale() of app/fairlead/navigation/locale/locale.ts'),
  'next-intl#Locale': done('languages', 'Locale of app/fairlead/navigation/locale/locale.ts'),
  'next-intl#NextIntlClientProvider': done(MESSAGES, 'not needed: the shell provides messages'),
  'next-intl/server#getTranslations getFormatter getLocale getMessages getNow getTimeZone': done(
    MESSAGES,
    'of app/ported/next/server.ts, on the server',
  ),
  'next-intl/server#setRequestLocale unstable_setRequestLocale': done(
    'languages',
    'not needed: the URL has the language',
  ),
  'next-intl/server#getRequestConfig': done(MESSAGES, 'not needed: the route loads its messages'),
  'next-intl/middleware#default': done('languages', 'not needed: app/routing.ts has the languages'),
  'next-intl/plugin#default': done(MESSAGES, 'not needed: the build compiles the messages'),
  'next-intl/routing#defineRouting': done('languages', 'locales of app/routing.ts'),
  'next-intl/navigation#createNavigation': done('languages', 'Link and hooks of this project, which know the language'),
  'next/root-params#locale lang': done('segments', 'getLocale(params)'),
  'global#fetch': byHand(DATA, 'cached(): fetch has no cache of its own here'),
  'next/og#ImageResponse': byHand('next-by-item#og', 'imageResponse() with the same element, in a server route', 10),
  'next/og': byHand('next-by-item#og', 'imageResponse() with the same element, in a server route', 0),
  'next/image#default': done(IMAGE, 'AnyImage of app/ported/next/components.tsx, as it is'),
  'next/legacy/image#default': byHand(IMAGE, 'Image of app/fairlead/images/image.tsx needs width and height', 3),
  'next/script#default': done(
    'next-by-item#script',
    'Script of app/ported/next/components.tsx, which adds it when the page is shown',
  ),
  'next/form#default': done('forms#define', 'Form of app/ported/next/components.tsx; see defineForm()'),
  'next/error#default': done(ERRORS, 'ErrorText of app/ported/next/components.tsx'),
  'next/head#default': byHand(ROUTES, 'head of the route'),
  'next/font/google next/font/local': done('next-by-item#font', 'its files or a package of Fontsource'),
  'next/document next/app': byHand(ROUTES, 'app/routes/__root.tsx and app/shell/shell.tsx', 0),
})

export const EXPORTS = byName({
  metadata: done(ROUTES, 'head of the route'),
  generateMetadata: byHand(ROUTES, 'head of the route, from the data of its loader'),
  'viewport generateViewport': byHand('make-it-yours', 'meta in app/routes/__root.tsx, themeColors in app/site.ts'),
  revalidate: byHand('caching#ages', 'staticData.cache of the route'),
  'dynamic dynamicParams fetchCache experimental_ppr': byHand(
    'caching',
    'a page is rendered for each request unless staticData.cache says otherwise',
    3,
  ),
  generateStaticParams: done('caching', 'not needed: pages are rendered when they are first asked for'),
  getStaticPaths: byHand('caching', "cache: 'static' or an age in staticData"),
  runtime: done('deploy', 'not needed: all runs on Node'),
  'preferredRegion maxDuration': byHand('deploy', 'a setting of the host', 2),
  'getServerSideProps getStaticProps getInitialProps': byHand(
    'server-functions',
    'a loader that calls a server function',
    15,
  ),
  config: done(GUARD, 'the guard of pages that its matcher covers, if the middleware refuses'),
})

export const DIRECTIVES = byName({
  client: done(ROUTES, 'not needed: components run on the server and in the browser'),
  server: done('server-functions', 'a server function with the same arguments: check them, and who may call it'),
  cache: byHand(DATA, 'cached(), with a key and an age', 10),
})

/** Files by their convention. Pages, layouts and routes are judged by what is in them. */
export const FILES = byName({
  template: byHand('next-by-item#template', 'remountDeps of the route'),
  'global-error': byHand(
    ERRORS,
    'the error page of the shell is shown; change app/fairlead/errors/error-document.server.ts',
  ),
  'global-not-found': byHand(ERRORS, 'change app/fairlead/errors/not-found.tsx'),
  'forbidden unauthorized': byHand('errors#throw', 'throw a PublicError with status 403 or 401'),
  default: byHand(SLOTS, 'default of the slot'),
  'icon apple-icon': byHand('metadata#icons', 'files in public/ that have these names already'),
  'opengraph-image twitter-image': byHand(
    'metadata#preview',
    'the image of pageMeta(): a file in public/, or imageResponse() in a server route',
    10,
  ),
  sitemap: byHand(
    'metadata#sitemap',
    '/sitemap.xml lists the pages without params; others by sitemapPaths of a part',
    10,
  ),
  robots: byHand('metadata#sitemap', '/robots.txt is made by the server'),
  manifest: byHand('metadata#manifest', 'manifest of app/site.ts'),
  _app: byHand(ROUTES, 'app/shell/shell.tsx, and app/routes/{-$locale}/route.tsx for providers', 20),
  _document: byHand(ROUTES, 'app/routes/__root.tsx', 10),
  '_error 404 500': byHand(ERRORS, 'change app/fairlead/errors', 10),
})

export const CONFIG = byName({
  'redirects rewrites trailingSlash': done(TABLE, 'app/routing.ts'),
  i18n: done(TABLE, 'locales of app/routing.ts'),
  headers: byHand('server-routes-and-jobs#headers', 'headers of the route'),
  images: done(IMAGE, 'contentSources.images of app/site.ts; other options are not needed'),
  basePath: done('deploy#base-path', 'basePath of app/site.ts'),
  assetPrefix: byHand('caching#assets', 'ASSETS_ORIGIN=https://… npm run build: an origin, without a path', 2),
  'env publicRuntimeConfig serverRuntimeConfig': byHand('server-routes-and-jobs#env', 'app/env.server.ts', 10),
  'webpack turbopack': byHand(BUILD, 'a plugin of Vite', 20),
  experimental: byHand(BUILD, 'each of its options decides something: look at them', 10),
  cacheComponents: byHand('caching', 'staticData.cache of routes, and cached() for data', 10),
  reactCompiler: byHand(BUILD, 'its plugin of Babel, in a plugin of Vite', 10),
  serverExternalPackages: byHand('deploy', 'packages that the server must not bundle: external of the build'),
  output: byHand(
    'deploy#static',
    'npm run build writes a server for Node; -- --static FOLDER the pages that need none',
  ),
  outputFileTracingIncludes: byHand('deploy', 'files that are read at run time: copy them beside the build'),
  distDir: done('deploy', 'not needed: the build is in .output'),
  skipTrailingSlashRedirect: noAnswer(TABLE, 'a page has one canonical URL', 5),
  'reactStrictMode swcMinify poweredByHeader compress typescript eslint transpilePackages productionBrowserSourceMaps logging typedRoutes devIndicators generateEtags':
    done(BUILD, 'not needed'),
})

/** Findings beside names. */
export const OTHER = {
  page: done(ROUTES, 'a route, with the component as it was'),
  pageByHand: byHand(ROUTES, 'a route is written; move its component and data', 20),
  layout: done(ROUTES, 'route.tsx of the folder, with the component as it was'),
  layoutByHand: byHand(ROUTES, 'route.tsx of the folder is written; move its component and data', 15),
  rootLayout: done(ROUTES, 'a layout of all pages, without <html> and <body>'),
  rootLayoutByHand: byHand(
    ROUTES,
    'app/shell/shell.tsx for what is on every page, app/routes/__root.tsx for the document',
    30,
  ),
  boundary: done(ROUTES, 'a component of the routes in its folder'),
  boundaryByHand: byHand(ROUTES, 'a component of the routes in its folder', 10),
  rootBoundary: byHand(ERRORS, 'the shell has such pages; change app/fairlead/errors', 10),
  route: done(API, 'a server route with the handlers as they were'),
  routeByHand: byHand(API, 'a server route is written; move its handlers', 15),
  standalone: done('deploy', 'npm run build writes a server for Node'),
  sitemap: done('metadata#sitemap', 'sitemapPaths of app/ported/part.server.ts, beside the pages without params'),
  robots: done('metadata#sitemap', 'robots of app/ported/part.server.ts'),
  rootMetadata: byHand('make-it-yours', 'siteName, texts and documentTitle() of app/site.ts'),
  slot: done(SLOTS, 'a Slot of the layout, with its pages'),
  slotByHand: byHand(SLOTS, 'a page of a Slot in the layout: write its route', 20),
  intercepting: done('interception#declare', 'interception.over of the route that it opens'),
  interceptingByHand: byHand('interception#declare', 'the page that it opens is not at a known path', 15),
  otherPage: byHand(ROUTES, 'a page that is not TypeScript or JavaScript: compile it, or write it as a component', 15),
  middleware: byHand(GUARD, 'rules go to app/routing.ts, guards to beforeLoad and to server functions', 20),
  guard: byHand(GUARD, 'a guard: requireSession() of the route, and sessionMiddleware of its functions', 10),
  guarded: byHand(GUARD, 'refuses everybody until guard() of app/ported/next/guard.ts is written', 10),
  instrumentation: byHand('next-by-item#instrumentation', 'what runs at the start', 15),
  searchParams: done(ROUTES, 'validateSearch of the route, which takes every param as text'),
  handled: done(SERVER_COMPONENTS, 'what the page awaits or throws is in its loader'),
  cached: done(DATA, 'fromCache() of app/ported/next/server.ts, which is cached() with its tags and its age'),
  handledByHook: done(MESSAGES, 'a hook of the component takes its place'),
  loadedMetadata: done(SERVER_COMPONENTS, 'head, from its loader: title, description and tags'),
  lostMetadata: byHand(
    SERVER_COMPONENTS,
    'its parent lacks the metadata of layouts that have them from other modules: declare them in',
  ),
  knownParams: done(SERVER_COMPONENTS, 'other params are not found, as its loader checks'),
  image: done(IMAGE, 'Image of app/fairlead/images/image.tsx'),
  environment: done('next-by-item#env', 'the variable of this name, when the application is built'),
  imageHost: done(IMAGE, 'contentSources.images of app/site.ts, for the Content-Security-Policy'),
  styles: done(ROUTES, 'the style sheet, with those that it imports and the config of PostCSS'),
  tooledStyles: byHand(ROUTES, 'a style sheet of Tailwind CSS, which is left out: run the command with --install', 10),
  imageLoader: byHand(IMAGE, 'a loader of images: transformer of Image, or the addresses as they are', 10),
  picture: done('metadata#icons', 'a file of public/, which app/site.ts or app/routes/__root.tsx names'),
  metadataBase: byHand('metadata#preview', 'the variable PUBLIC_ORIGIN of the server', 2),
  nextPackage: byHand(
    'decisions/002-dependencies',
    'needs Next.js itself: do not install it, and look for what its makers have for React or TanStack Start',
    30,
  ),
  collision: byHand(
    'languages#remove',
    'the address is taken here: remove the part that has it, or choose another',
    10,
  ),
  computed: byHand(TABLE, 'is computed: run the command with --config, or write it by hand', 10),
  font: byHand('next-by-item#font', 'npm install its package, then run the command again', 2),
  package: byHand('decisions/002-dependencies', 'npm install it, then run the command again', 2),
  other: noAnswer(ROUTES, 'not known to this command', 15),
  unread: byHand(ROUTES, 'larger than 1 MB: not read', 15),
} as const satisfies Record<string, Mapping>
