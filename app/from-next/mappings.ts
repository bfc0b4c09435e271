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

/** Returns a mapping of work that the command does. */
export const done = (section: string, note: string): Mapping => ({ verdict: 'done', section, note, minutes: 0 })

/** Returns a mapping of work for a person, in `minutes`. */
export const byHand = (section: string, note: string, minutes = 5): Mapping => ({
  verdict: 'by hand',
  section,
  note,
  minutes,
})

/** Returns a mapping of what has no counterpart; `minutes` to do without it. */
export const noAnswer = (section: string, note: string, minutes = 30): Mapping => ({
  verdict: 'no answer',
  section,
  note,
  minutes,
})

/** Sections of the handbook that several mappings lead to. */
export const SECTIONS = {
  files: 'coming-from-next#files',
  table: 'coming-from-next#paste',
  guard: 'sessions-and-guards#guard',
  renew: 'server-functions#renew',
  messages: 'languages#messages',
} as const

/** Returns one mapping under several names, which spaces separate. */
export const spread = (names: string, mapping: Mapping) => names.split(' ').map((name) => [name, mapping] as const)

/** The imports and calls of a module: `module#name`, and members of what it returns. */
export const NAME_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread(
    'next/navigation#redirect next/navigation#permanentRedirect',
    done(SECTIONS.files, 'redirect() of app/ported/next/server.ts, which throws that of the router'),
  ),
  ...spread(
    'next/navigation#notFound',
    done(SECTIONS.files, 'notFound() of app/ported/next/server.ts, which throws that of the router'),
  ),
  ...spread(
    'next/navigation#forbidden next/navigation#unauthorized',
    byHand('next-by-item#forbidden', 'throw a PublicError with status 403 or 401'),
  ),
  ...spread('next/navigation#usePathname', done(SECTIONS.files, 'useLocation(), without the name of a route')),
  ...spread(
    'next/navigation#useSearchParams',
    done(SECTIONS.files, 'URLSearchParams of useLocation(); Route.useSearch() is typed'),
  ),
  ...spread(
    'next/navigation#useParams',
    done(SECTIONS.files, 'useParams({ strict: false }); Route.useParams() is typed'),
  ),
  ...spread(
    'next/navigation#useRouter().push next/navigation#useRouter().replace',
    done(SECTIONS.files, 'useNavigate()'),
  ),
  ...spread('next/navigation#useRouter().refresh', done(SECTIONS.renew, 'useRouter().invalidate()')),
  ...spread(
    'next/navigation#useRouter().back next/navigation#useRouter().forward',
    done(SECTIONS.files, 'useRouter().history'),
  ),
  ...spread('next/navigation#useRouter().prefetch', done('prefetching', 'not needed: links prefetch by themselves')),
  ...spread(
    'next/navigation#useSelectedLayoutSegment next/navigation#useSelectedLayoutSegments',
    done('next-by-item#hooks', 'of app/ported/next/hooks.ts; activeProps of Link does more'),
  ),
  ...spread(
    'next/navigation#useServerInsertedHTML',
    noAnswer(SECTIONS.files, 'styles are in CSS modules; no library may insert them while rendering'),
  ),
  ...spread(
    'next/headers#cookies next/headers#headers',
    done('next-by-item#cookies', 'those of the request, on the server'),
  ),
  ...spread(
    'next/headers#draftMode',
    byHand('next-by-item#draft', 'a cookie of your own, which the cache key of the page names', 15),
  ),
  ...spread(
    'next/cache#revalidatePath next/cache#revalidateTag next/cache#updateTag next/cache#expireTag',
    done('caching#invalidate', 'invalidate() of the page cache'),
  ),
  ...spread('next/cache#refresh', byHand(SECTIONS.renew, 'router.invalidate()', 3)),
  ...spread('next/cache#unstable_cache', done('caching#data', 'cached(), with its key, tags and age')),
  ...spread(
    'next/cache#cacheTag next/cache#unstable_cacheTag next/cache#cacheLife next/cache#unstable_cacheLife',
    byHand('caching#data', 'tags, freshFor and staleFor of cached()', 5),
  ),
  ...spread(
    'next/cache#unstable_noStore next/cache#connection next/server#connection',
    done('caching', 'a page is rendered for each request unless its route says otherwise'),
  ),
  ...spread(
    'next/server#after',
    done('next-by-item#after', 'a promise that is not awaited; a job survives the process'),
  ),
  ...spread('next/server#NextResponse.json', done('server-routes-and-jobs#api', 'Response.json()')),
  ...spread('next/server#NextResponse.redirect', done('server-routes-and-jobs#api', 'a Response with a location')),
  ...spread('next/server#NextResponse.rewrite', byHand('redirects-and-rewrites', 'a rule of app/routing.ts', 10)),
  ...spread(
    'next/server#NextResponse.next',
    byHand(SECTIONS.guard, 'middleware is a guard, a rule of app/routing.ts, or requestMiddleware'),
  ),
  ...spread('next/server#userAgent', byHand('server-functions', 'the header user-agent, read with getRequestHeader()')),
  ...spread(
    'next/link#useLinkStatus',
    byHand('next-by-item#link-status', 'the shell shows a progress line; useMatchRoute({ pending: true }) for a link'),
  ),
  ...spread('next/dynamic#default', done('prefetching#cost', 'lazy() of React, by app/ported/next/components.tsx')),
  ...spread('next/router#useRouter', byHand(SECTIONS.files, 'useNavigate(), useParams(), useSearch()', 10)),
  ...spread(
    'next-intl#useTranslations next-intl#useLocale next-intl#useFormatter next-intl#useMessages next-intl#useNow next-intl#useTimeZone',
    done(SECTIONS.messages, 'the same, from use-intl'),
  ),
  ...spread('next-intl#hasLocale', done('languages', 'isLocale() of app/navigation/locale/locale.ts')),
  ...spread(
    'next-intl/server#getTranslations next-intl/server#getFormatter next-intl/server#getLocale next-intl/server#getMessages next-intl/server#getNow next-intl/server#getTimeZone',
    done(SECTIONS.messages, 'of app/ported/next/intl.ts, on the server'),
  ),
  ...spread(
    'next-intl/server#setRequestLocale next-intl/server#unstable_setRequestLocale',
    done('languages', 'not needed: the URL has the language'),
  ),
  ...spread('next-intl/server#getRequestConfig', done(SECTIONS.messages, 'not needed: the route loads its messages')),
  ...spread('next-intl/middleware#default', done('languages', 'not needed: app/routing.ts has the languages')),
  ...spread('next-intl/plugin#default', done(SECTIONS.messages, 'not needed: the build compiles the messages')),
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
  ...spread('next/navigation#useRouter', done(SECTIONS.files, 'useNavigate() or useRouter()')),
  ...spread('global#fetch', byHand('caching#data', 'cached(): fetch has no cache of its own here', 5)),
  ...spread(
    'next/og#ImageResponse next/server#ImageResponse',
    byHand('next-by-item#og', 'imageResponse() with the same element, in a server route', 10),
  ),
])

/** Elements of modules. */
export const ELEMENT_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('next/image#default', done('next-by-item#image', 'AnyImage of app/ported/next/components.tsx, as it is')),
  ...spread(
    'next/legacy/image#default',
    byHand('next-by-item#image', 'Image of app/ui/image.tsx needs width and height', 3),
  ),
  ...spread(
    'next/script#default',
    done('next-by-item#script', 'Script of app/ported/next/components.tsx, which adds it when the page is shown'),
  ),
  ...spread('next/form#default', done('forms#define', 'Form of app/ported/next/components.tsx; see defineForm()')),
  ...spread('next/error#default', done('errors#page', 'ErrorText of app/ported/next/components.tsx')),
  ...spread('next/head#default', byHand(SECTIONS.files, 'head of the route')),
  ...spread('next-intl#NextIntlClientProvider', done(SECTIONS.messages, 'not needed: the shell provides messages')),
])

/** Imports that are not called or rendered. */
export const MODULE_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('next/font/google next/font/local', done('next-by-item#font', 'its files or a package of Fontsource')),
  ...spread('next/og', byHand('next-by-item#og', 'imageResponse() with the same element, in a server route', 0)),
  ...spread('next/document next/app', byHand(SECTIONS.files, 'app/routes/__root.tsx and app/shell/shell.tsx', 0)),
])

/** Exports of pages, layouts and routes. */
export const EXPORT_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('metadata', done(SECTIONS.files, 'head of the route')),
  ...spread('generateMetadata', byHand(SECTIONS.files, 'head of the route, from the data of its loader', 5)),
  ...spread(
    'viewport generateViewport',
    byHand('make-it-yours', 'meta in app/routes/__root.tsx, themeColors in app/site.ts'),
  ),
  ...spread('revalidate', byHand('caching#ages', 'staticData.cache of the route')),
  ...spread(
    'dynamic dynamicParams fetchCache experimental_ppr',
    byHand('caching', 'a page is rendered for each request unless staticData.cache says otherwise', 3),
  ),
  ...spread('generateStaticParams', done('caching', 'not needed: pages are rendered when they are first asked for')),
  ...spread('getStaticPaths', byHand('caching', "cache: 'static' or an age in staticData", 5)),
  ...spread('runtime', done('deploy', 'not needed: all runs on Node')),
  ...spread('preferredRegion maxDuration', byHand('deploy', 'a setting of the host', 2)),
  ...spread(
    'getServerSideProps getStaticProps getInitialProps',
    byHand('server-functions', 'a loader that calls a server function', 15),
  ),
  ...spread('config', done(SECTIONS.guard, 'the guard of pages that its matcher covers, if the middleware refuses')),
])

export const DIRECTIVE_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('client', done(SECTIONS.files, 'not needed: components run on the server and in the browser')),
  ...spread(
    'server',
    done('server-functions', 'a server function with the same arguments: check them, and who may call it'),
  ),
  ...spread('cache', byHand('caching#data', 'cached(), with a key and an age', 10)),
])

/** Files by their convention. Pages, layouts and routes are judged by what is in them. */
export const FILE_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('template', byHand('next-by-item#template', 'remountDeps of the route')),
  ...spread(
    'global-error',
    byHand('errors#page', 'the error page of the shell is shown; change app/errors/error-document.server.ts'),
  ),
  ...spread('global-not-found', byHand('errors#page', 'change app/errors/not-found.tsx')),
  ...spread('forbidden unauthorized', byHand('errors#throw', 'throw a PublicError with status 403 or 401')),
  ...spread('default', byHand('next-by-item#slots', 'default of the slot')),
  ...spread('icon apple-icon', byHand('metadata#icons', 'files in public/ that have these names already')),
  ...spread(
    'opengraph-image twitter-image',
    byHand('metadata#preview', 'the image of pageMeta(): a file in public/, or imageResponse() in a server route', 10),
  ),
  ...spread(
    'sitemap',
    byHand('metadata#sitemap', '/sitemap.xml lists the pages without params; others by sitemapPaths of a part', 10),
  ),
  ...spread('robots', byHand('metadata#sitemap', '/robots.txt is made by the server', 5)),
  ...spread('manifest', byHand('metadata#manifest', 'manifest of app/site.ts')),
  ...spread(
    '_app',
    byHand(SECTIONS.files, 'app/shell/shell.tsx, and app/routes/{-$locale}/route.tsx for providers', 20),
  ),
  ...spread('_document', byHand(SECTIONS.files, 'app/routes/__root.tsx', 10)),
  ...spread('_error 404 500', byHand('errors#page', 'change app/errors', 10)),
])

/** Keys of `next.config`. */
export const CONFIG_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('redirects rewrites', done(SECTIONS.table, 'app/routing.ts')),
  ...spread('i18n', done(SECTIONS.table, 'locales of app/routing.ts')),
  ...spread('trailingSlash', done(SECTIONS.table, 'app/routing.ts')),
  ...spread('headers', byHand('server-routes-and-jobs#headers', 'headers of the route')),
  ...spread('images', done('next-by-item#image', 'contentSources.images of app/site.ts; other options are not needed')),
  ...spread('basePath', done('next-by-item#base-path', 'routes, rules and public files begin with it')),
  ...spread('assetPrefix', noAnswer('caching#cdn', 'files are served by the application, or by a CDN in front of it')),
  ...spread(
    'env publicRuntimeConfig serverRuntimeConfig',
    byHand('server-routes-and-jobs#env', 'app/env.server.ts', 10),
  ),
  ...spread('webpack turbopack', byHand('how-it-is-built', 'a plugin of Vite', 20)),
  ...spread('experimental', byHand('how-it-is-built', 'each of its options decides something: look at them', 10)),
  ...spread('cacheComponents', byHand('caching', 'staticData.cache of routes, and cached() for data', 10)),
  ...spread('reactCompiler', byHand('how-it-is-built', 'its plugin of Babel, in a plugin of Vite', 10)),
  ...spread(
    'serverExternalPackages',
    byHand('deploy', 'packages that the server must not bundle: external of the build', 5),
  ),
  ...spread('output', byHand('deploy', 'npm run build writes a server for Node', 5)),
  ...spread('distDir', done('deploy', 'not needed: the build is in .output')),
  ...spread('skipTrailingSlashRedirect', noAnswer(SECTIONS.table, 'a page has one canonical URL', 5)),
  ...spread(
    'reactStrictMode swcMinify poweredByHeader compress typescript eslint transpilePackages productionBrowserSourceMaps logging typedRoutes devIndicators generateEtags',
    done('how-it-is-built', 'not needed'),
  ),
])

/** Findings beside names. */
export const OTHER_MAPPINGS = {
  page: done(SECTIONS.files, 'a route, with the component as it was'),
  pageByHand: byHand(SECTIONS.files, 'a route is written; move its component and data', 20),
  layout: done(SECTIONS.files, 'route.tsx of the folder, with the component as it was'),
  layoutByHand: byHand(SECTIONS.files, 'route.tsx of the folder is written; move its component and data', 15),
  rootLayout: done(SECTIONS.files, 'a layout of all pages, without <html> and <body>'),
  rootLayoutByHand: byHand(
    SECTIONS.files,
    'app/shell/shell.tsx for what is on every page, app/routes/__root.tsx for the document',
    30,
  ),
  boundary: done(SECTIONS.files, 'a component of the routes in its folder'),
  boundaryByHand: byHand(SECTIONS.files, 'a component of the routes in its folder', 10),
  rootBoundary: byHand('errors#page', 'the shell has such pages; change app/errors', 10),
  route: done('server-routes-and-jobs#api', 'a server route with the handlers as they were'),
  routeByHand: byHand('server-routes-and-jobs#api', 'a server route is written; move its handlers', 15),
  rootMetadata: byHand('make-it-yours', 'siteName, texts and documentTitle() of app/site.ts', 5),
  slot: done('next-by-item#slots', 'a Slot of the layout, with its pages'),
  slotByHand: byHand('next-by-item#slots', 'a page of a Slot in the layout: write its route', 20),
  intercepting: done('interception#declare', 'interception.over of the route that it opens'),
  interceptingByHand: byHand('interception#declare', 'the page that it opens is not at a known path', 15),
  otherPage: byHand(
    SECTIONS.files,
    'a page that is not TypeScript or JavaScript: compile it, or write it as a component',
    15,
  ),
  middleware: byHand(SECTIONS.guard, 'rules go to app/routing.ts, guards to beforeLoad and to server functions', 20),
  guard: byHand(SECTIONS.guard, 'a guard: requireSession() of the route, and sessionMiddleware of its functions', 10),
  guarded: byHand(SECTIONS.guard, 'refuses everybody until guard() of app/ported/next/guard.ts is written', 10),
  instrumentation: byHand('next-by-item#instrumentation', 'what runs at the start', 15),
  redirectInComponent: byHand(
    SECTIONS.files,
    'a component that redirects: throw redirect() in beforeLoad or in the loader',
    5,
  ),
  searchParams: done(SECTIONS.files, 'validateSearch of the route; its component gets one text, not a list'),
  searchParamsType: byHand(SECTIONS.files, 'a list or another type: write it in validateSearch', 5),
  basePathWithLanguages: noAnswer(
    'next-by-item#base-path',
    'the language is first: /de/docs instead of /docs/de; redirect the former URLs',
    10,
  ),
  handled: done('next-by-item#server-components', 'what the page awaits or throws is in its loader'),
  cached: done('caching#data', 'fromCache() of app/ported/next/server.ts, which is cached() with its tags and its age'),
  handledByHook: done(SECTIONS.messages, 'a hook of the component takes its place'),
  loadedMetadata: done('next-by-item#server-components', 'head, from its loader: title, description and tags'),
  lostMetadata: byHand(
    'next-by-item#server-components',
    'its parent lacks the metadata of layouts that have them from other modules: declare them in',
  ),
  knownParams: done('next-by-item#server-components', 'other params are not found, as its loader checks'),
  image: done('next-by-item#image', 'Image of app/ui/image.tsx, or an <img> that fills its place'),
  link: done(SECTIONS.files, 'to and params, or ComputedLink of app/ported/next/link.tsx'),
  environment: done('next-by-item#env', 'the variable of this name, when the application is built'),
  imageHost: done('next-by-item#image', 'contentSources.images of app/site.ts, for the Content-Security-Policy'),
  styles: done(SECTIONS.files, 'the style sheet, with those that it imports and the config of PostCSS'),
  tooledStyles: byHand(
    SECTIONS.files,
    'a style sheet of Tailwind CSS, which is left out: run the command with --install',
    10,
  ),
  imageLoader: byHand(
    'next-by-item#image',
    'a loader of images: transformer of Image, or the addresses as they are',
    10,
  ),
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
  computed: byHand(SECTIONS.table, 'is computed: run the command with --config, or write it by hand', 10),
  font: byHand('next-by-item#font', 'npm install its package, then run the command again', 2),
  package: byHand('decisions/002-dependencies', 'npm install it, then run the command again', 2),
  other: noAnswer(SECTIONS.files, 'not known to this command', 15),
  unread: byHand(SECTIONS.files, 'larger than 1 MB: not read', 15),
} as const satisfies Record<string, Mapping>
