import latin from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2?url'
import latinBold from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2?url'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, Scripts, useParams } from '@tanstack/react-router'
import { localeDetection, localePrefix } from 'virtual:routing'
import type { CSSProperties, ReactNode } from 'react'
import { ApplicationError } from '#fairlead/errors/application-error.tsx'
import { NotFound } from '#fairlead/errors/not-found.tsx'
import { EARLY_ERRORS_SCRIPT } from '#fairlead/error-reports/early-errors.ts'
import { clientConfigMeta } from '#fairlead/error-reports/client-config.functions.ts'
import { DocumentHead } from '#fairlead/metadata/document-head.tsx'
import { OpenGraphTags } from '#fairlead/metadata/open-graph.tsx'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { type Background, InterceptionOutlet } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { LiveRegion } from '#fairlead/navigation/loading/navigation-status.tsx'
import type { Stream } from '#fairlead/navigation/loading/document-queries.ts'
import { HreflangLinks, RouteMeta } from '#fairlead/navigation/locale/hreflang-links.tsx'
import { getDirection, getLocale } from '#fairlead/navigation/locale/locale.ts'
import { readBaseUrl, readTimeZone } from '#fairlead/navigation/locale/request-info.ts'
import type { Load } from '#fairlead/navigation/prefetch/load-query.ts'
import { DOCUMENT_CACHE_CONTROL } from '#fairlead/server/cache/cache-options.ts'
import { hasCdn, siteName, themeColors } from '#app/site.ts'
import { readTheme, THEME_SCRIPT } from '#fairlead/platform/theme.ts'
import { useNonce } from '#fairlead/platform/use-nonce.ts'
import styles from '#app/styles/styles.css?url'

/**
 * Server-only head links, which the browser's bundle does not need: font preloads, the manifest and icons.
 */
const DOCUMENT_LINKS = import.meta.env.SSR
  ? [
      ...[latin, latinBold].map((href) => ({
        rel: 'preload',
        href,
        as: 'font',
        type: 'font/woff2',
        crossOrigin: 'anonymous' as const,
      })),
      { rel: 'manifest', href: withBasePath('/manifest.webmanifest') },
      { rel: 'apple-touch-icon', href: withBasePath('/apple-touch-icon.png') },
      { rel: 'icon', href: withBasePath('/favicon.svg'), type: 'image/svg+xml' },
    ]
  : []

type RouterContext = { queryClient: QueryClient; load: Load; stream: Stream; over?: Background }

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: () => {
    const theme = readTheme()
    // Without `undefined` the state of a document can be written as JSON.
    return { ...(theme && { theme }), timeZone: readTimeZone(), baseUrl: readBaseUrl() }
  },
  staleTime: Infinity,
  // A page depends on its visitor's cookies, and its URL may on their languages.
  headers: () => ({
    'cache-control': DOCUMENT_CACHE_CONTROL,
    vary: localeDetection === 'every-path' || localePrefix === 'never' ? 'Accept-Language, Cookie' : 'Cookie',
  }),
  head: (context) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: siteName },
      ...pageMeta(context),
      clientConfigMeta(),
    ],
    links: [{ rel: 'stylesheet', href: styles }, ...DOCUMENT_LINKS],
  }),
  shellComponent: Document,
  component: Root,
  errorComponent: ApplicationError,
  notFoundComponent: NotFound,
})

function Root() {
  return (
    <>
      <Outlet />
      <LiveRegion />
      <InterceptionOutlet />
    </>
  )
}

/** In the document alone: hydration leaves the text of scripts as it is. */
const EARLY_ERRORS = { __html: import.meta.env.SSR ? EARLY_ERRORS_SCRIPT : '' }

/** The ground, for `tokens.css`. */
const GROUND = { '--ground-light': themeColors.light, '--ground-dark': themeColors.dark } as CSSProperties

function Document({ children }: { children: ReactNode }) {
  const locale = getLocale(useParams({ strict: false }))
  const data = Route.useLoaderData()
  const theme = data?.theme
  const nonce = useNonce()
  return (
    <html
      lang={locale}
      dir={getDirection(locale)}
      data-theme={theme}
      style={GROUND}
      {...(hasCdn && { suppressHydrationWarning: true })}
    >
      <head>
        <DocumentHead />
        {import.meta.env.SSR && <RouteMeta />}
        {data && (
          <HreflangLinks baseUrl={data.baseUrl}>
            {import.meta.env.SSR
              ? (url) => <OpenGraphTags url={url} baseUrl={data.baseUrl} locale={locale} />
              : undefined}
          </HreflangLinks>
        )}
        {hasCdn && <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={EARLY_ERRORS} />
        {/* head() keeps one tag of a name, so both are here. The first whose query holds counts. */}
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={themeColors[theme ?? 'dark']} />
        <meta name="theme-color" content={themeColors[theme ?? 'light']} />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
