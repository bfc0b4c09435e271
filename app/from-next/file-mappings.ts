import { byHand, done, noAnswer, type Mapping, SECTIONS, spread } from '#app/from-next/mapping.ts'

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
  ...spread('images', byHand('next-by-item#image', 'contentSources.images of app/site.ts')),
  ...spread('basePath', done('next-by-item#base-path', 'routes, rules and public files begin with it')),
  ...spread('assetPrefix', noAnswer('caching#cdn', 'files are served by the application, or by a CDN in front of it')),
  ...spread(
    'env publicRuntimeConfig serverRuntimeConfig',
    byHand('server-routes-and-jobs#env', 'app/env.server.ts', 10),
  ),
  ...spread('webpack turbopack', byHand('how-it-is-built', 'a plugin of Vite', 20)),
  ...spread('output', byHand('deploy', 'npm run build writes a server for Node', 5)),
  ...spread('distDir', done('deploy', 'not needed: the build is in .output')),
  ...spread('skipTrailingSlashRedirect', noAnswer(SECTIONS.table, 'a page has one canonical URL', 5)),
  ...spread(
    'reactStrictMode swcMinify poweredByHeader compress experimental typescript eslint transpilePackages productionBrowserSourceMaps logging cacheComponents reactCompiler serverExternalPackages typedRoutes devIndicators generateEtags',
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
  loadedMetadata: done('next-by-item#server-components', 'title and description of head, from its loader'),
  knownParams: done('next-by-item#server-components', 'other params are not found, as its loader checks'),
  image: done('next-by-item#image', 'Image of app/ui/image.tsx, or an <img> that fills its place'),
  link: done(SECTIONS.files, 'to and params'),
  linkByHand: byHand(SECTIONS.files, 'the address is computed: write to and params', 3),
  environment: byHand('next-by-item#env', 'import.meta.env for what the build knows; else a loader reads it', 5),
  imageHost: byHand('next-by-item#image', 'contentSources.images of app/site.ts, for the Content-Security-Policy', 2),
  collision: byHand(
    'languages#remove',
    'the address is taken here: remove the part that has it, or choose another',
    10,
  ),
  computed: byHand(SECTIONS.table, 'is computed: run the command with --config, or write it by hand', 10),
  package: byHand('decisions/002-dependencies', 'npm install it, then run the command again', 2),
  other: noAnswer(SECTIONS.files, 'not known to this command', 15),
  unread: byHand(SECTIONS.files, 'larger than 1 MB: not read', 15),
} as const satisfies Record<string, Mapping>
