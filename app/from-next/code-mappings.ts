import { byHand, done, noAnswer, type Mapping, SECTIONS, spread } from '#app/from-next/mapping.ts'

/** The imports and calls of a module: `module#name`, and members of what it returns. */
export const NAME_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread(
    'next/navigation#redirect next/navigation#permanentRedirect',
    byHand(SECTIONS.files, 'throw redirect() in beforeLoad or in the loader'),
  ),
  ...spread('next/navigation#notFound', byHand(SECTIONS.files, 'throw notFound() in the loader', 3)),
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
  ...spread(
    'next/navigation#useRouter().prefetch',
    byHand('prefetching', 'links prefetch by themselves; router.preloadRoute() for others'),
  ),
  ...spread(
    'next/navigation#useSelectedLayoutSegment next/navigation#useSelectedLayoutSegments',
    done('next-by-item#hooks', 'of app/ported/next-hooks.ts; activeProps of Link does more'),
  ),
  ...spread(
    'next/navigation#useServerInsertedHTML',
    noAnswer(SECTIONS.files, 'styles are in CSS modules; no library may insert them while rendering'),
  ),
  ...spread(
    'next/headers#cookies',
    byHand('next-by-item#cookies', 'getCookie() in a server function, which the loader calls', 10),
  ),
  ...spread(
    'next/headers#headers',
    byHand('next-by-item#cookies', 'getRequestHeader() in a server function, which the loader calls', 10),
  ),
  ...spread(
    'next/headers#draftMode',
    byHand('next-by-item#draft', 'a cookie of your own, which the cache key of the page names', 15),
  ),
  ...spread('next/cache#revalidatePath', byHand('caching#invalidate', 'await invalidate({ path })', 3)),
  ...spread(
    'next/cache#revalidateTag next/cache#updateTag next/cache#expireTag',
    byHand('caching#invalidate', 'await invalidate({ tags: [tag] })', 3),
  ),
  ...spread('next/cache#refresh', byHand(SECTIONS.renew, 'router.invalidate()', 3)),
  ...spread('next/cache#unstable_cache', byHand('caching#data', 'cached(), with a key and an age', 10)),
  ...spread(
    'next/cache#cacheTag next/cache#unstable_cacheTag next/cache#cacheLife next/cache#unstable_cacheLife',
    byHand('caching#data', 'tags, freshFor and staleFor of cached()', 5),
  ),
  ...spread(
    'next/cache#unstable_noStore next/cache#connection next/server#connection',
    done('caching', 'a page is rendered for each request unless its route says otherwise'),
  ),
  ...spread('next/server#after', byHand('next-by-item#after', 'a job, or a promise that is not awaited', 10)),
  ...spread('next/server#NextResponse.json', done('server-routes-and-jobs#api', 'Response.json()')),
  ...spread(
    'next/server#NextResponse.redirect next/server#NextResponse.rewrite',
    byHand('redirects-and-rewrites', 'a rule of app/routing.ts, a guard, or Response.redirect()', 10),
  ),
  ...spread(
    'next/server#NextResponse.next',
    byHand(SECTIONS.guard, 'middleware is a guard, a rule of app/routing.ts, or requestMiddleware'),
  ),
  ...spread('next/server#userAgent', byHand('server-functions', 'the header user-agent, read with getRequestHeader()')),
  ...spread(
    'next/link#useLinkStatus',
    byHand('next-by-item#link-status', 'the shell shows a progress line; useMatchRoute({ pending: true }) for a link'),
  ),
  ...spread('next/dynamic#default', byHand('prefetching#cost', 'lazy() of React')),
  ...spread('next/router#useRouter', byHand(SECTIONS.files, 'useNavigate(), useParams(), useSearch()', 10)),
  ...spread(
    'next-intl#useTranslations next-intl#useLocale next-intl#useFormatter next-intl#useMessages next-intl#useNow next-intl#useTimeZone',
    done(SECTIONS.messages, 'the same, from use-intl'),
  ),
  ...spread('next-intl#hasLocale', done('languages', 'isLocale() of app/navigation/locale/locale.ts')),
  ...spread(
    'next-intl/server#getTranslations next-intl/server#getFormatter',
    byHand(SECTIONS.messages, 'useTranslations() in the component; loadMessages() in the loader', 10),
  ),
  ...spread(
    'next-intl/server#setRequestLocale next-intl/server#unstable_setRequestLocale',
    done('languages', 'not needed: the URL has the language'),
  ),
  ...spread('next-intl/server#getLocale', byHand('segments', 'getLocale(params)', 3)),
  ...spread(
    'next-intl/server#getMessages next-intl/server#getRequestConfig',
    done(SECTIONS.messages, 'not needed: the route loads its messages'),
  ),
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
  ...spread(
    'next/image#default next/legacy/image#default',
    byHand('next-by-item#image', 'written as <img>: Image of app/ui/image.tsx needs width and height', 3),
  ),
  ...spread(
    'next/script#default',
    byHand('next-by-item#script', 'a script needs the nonce of the Content-Security-Policy', 10),
  ),
  ...spread('next/form#default', byHand('forms#define', 'defineForm() and useForm(), or <form method="get">', 10)),
  ...spread('next/error#default', byHand('errors#page', 'NotFound or ApplicationError of app/errors')),
  ...spread('next/head#default', byHand(SECTIONS.files, 'head of the route')),
  ...spread('next-intl#NextIntlClientProvider', done(SECTIONS.messages, 'not needed: the shell provides messages')),
])

/** Imports that are not called or rendered. */
export const MODULE_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread(
    'next/font/google next/font/local',
    byHand('next-by-item#font', 'a @fontsource package, and preload in app/routes/__root.tsx', 15),
  ),
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
  ...spread('config', byHand(SECTIONS.guard, 'what the matcher of middleware covers', 2)),
])

/** Directives. */
export const DIRECTIVE_MAPPINGS: ReadonlyMap<string, Mapping> = new Map([
  ...spread('client', done(SECTIONS.files, 'not needed: components run on the server and in the browser')),
  ...spread(
    'server',
    byHand('server-functions', 'createServerFn() in a *.functions.ts: check who may call it, and its input', 15),
  ),
  ...spread('cache', byHand('caching#data', 'cached(), with a key and an age', 10)),
])
