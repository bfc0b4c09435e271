import type { QueryClient } from '@tanstack/react-query'
import { Outlet, Scripts, useParams } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { hasCdn, siteName, themeColors } from 'virtual:app/site'
import { hasBeside, localeDetection, localePrefix } from 'virtual:routing'
import { ApplicationError } from '#fairlead/errors/application-error.tsx'
import { NotFound } from '#fairlead/errors/not-found.tsx'
import { clientConfigMeta } from '#fairlead/error-reports/client-config.functions.ts'
import { DocumentHead } from '#fairlead/metadata/document-head.tsx'
import { OpenGraphTags } from '#fairlead/metadata/open-graph.tsx'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { type Background, InterceptionOutlet } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { LiveRegion } from '#fairlead/navigation/loading/navigation-status.tsx'
import type { Stream } from '#fairlead/navigation/loading/document-queries.ts'
import { HreflangLinks, RouteMeta } from '#fairlead/navigation/locale/hreflang-links.tsx'
import { defaultLocale, getDirection, getLocale, type Locale } from '#fairlead/navigation/locale/locale.ts'
import { readBaseUrl, readTimeZone } from '#fairlead/navigation/locale/request-info.ts'
import { BESIDE_META, readBesidePaths } from '#fairlead/navigation/routing-table/client/beside-paths.ts'
import { EARLY_RULES, EARLY_RULES_ID } from '#fairlead/navigation/prefetch/early-rules.ts'
import type { Load } from '#fairlead/navigation/prefetch/load-query.ts'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import { EARLY_EVENTS_SCRIPT } from '#fairlead/platform/early-events.ts'
import { publicEnvMeta } from '#fairlead/platform/public-env-meta.ts'
import { readTheme, THEME_SCRIPT } from '#fairlead/platform/theme.ts'
import { useNonce } from '#fairlead/platform/use-nonce.ts'
import { framed, loadFrame, rootRoute, type Shell } from '#fairlead/root/frame.tsx'
import { DOCUMENT_CACHE_CONTROL } from '#fairlead/server/cache/cache-options.ts'

/** What each route finds in its `context`. */
export type RouterContext = { queryClient: QueryClient; load: Load; stream: Stream; over?: Background }

type DocumentLink = {
  rel: string
  href: string
  as?: string
  type?: string
  crossOrigin?: 'anonymous'
}

type DocumentOptions = {
  /** The URL of the style sheet of all pages: `import styles from '#app/styles/styles.css?url'`. */
  styles: string
  /** URLs of the fonts that each page needs at once. The browser loads them at the same time as the style sheet. */
  fonts?: readonly string[]
  /** The frame of all pages, for an application with one language. With several languages `localeOptions` gets it. */
  shell?: Shell
}

/** The links of a document, which the browser's bundle does not need. */
function documentLinks(fonts: readonly string[]): DocumentLink[] {
  return [
    // In dev the style sheet comes so late that browsers warn of unused fonts.
    ...(import.meta.env.DEV ? [] : fonts).map((href) => ({
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
}

/**
 * Returns the options of the root route: the document with its head, the application-error page and the not-found page.
 *
 *     export const Route = createRootRouteWithContext<RouterContext>()(documentOptions({ styles, shell: Shell }))
 */
export function documentOptions({ styles, fonts = [], shell }: DocumentOptions) {
  const links: DocumentLink[] = import.meta.env.SSR ? documentLinks(fonts) : []
  const frame = shell && framed(shell, beside)
  return {
    loader: (args: Parameters<typeof loadFrame>[0]) => {
      const theme = readTheme()
      // Without a member that is `undefined` the state of a document can be written as JSON.
      const data = { ...(theme && { theme }), timeZone: readTimeZone(), baseUrl: readBaseUrl() }
      return frame ? loadFrame(args).then((messages) => ({ ...data, ...messages })) : data
    },
    staleTime: Infinity,
    // A page depends on its visitor's cookies, and its URL may depend on their languages.
    ...(import.meta.env.SSR && {
      headers: () => ({
        'cache-control': DOCUMENT_CACHE_CONTROL,
        vary: localeDetection === 'every-path' || localePrefix === 'never' ? 'Accept-Language, Cookie' : 'Cookie',
        ...(frame && { 'content-language': defaultLocale }),
      }),
    }),
    head: (context: Parameters<typeof pageMeta>[0]) => ({
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1' },
        { title: siteName },
        ...pageMeta(context),
        clientConfigMeta(),
        ...publicEnvMeta(),
      ],
      links: [{ rel: 'stylesheet', href: styles }, ...links],
    }),
    shellComponent: Document,
    component: frame?.Layout ?? Root,
    errorComponent: ApplicationError,
    notFoundComponent: frame?.FramedNotFound ?? NotFound,
  }
}

/** The live region and the dialog of an intercepted page stand after the pages, outside the frame. */
const beside = (
  <>
    <LiveRegion />
    <InterceptionOutlet />
  </>
)

function Root() {
  return (
    <>
      <Outlet />
      {beside}
    </>
  )
}

/** The data of the root route; `undefined` if its loader failed. */
type DocumentData = { theme?: 'light' | 'dark'; timeZone: string; baseUrl: string } | undefined

/** Only in the document: hydration leaves the text of scripts unchanged. */
const EARLY_EVENTS = { __html: import.meta.env.SSR ? EARLY_EVENTS_SCRIPT : '' }
const EARLY_LINKS = { __html: EARLY_RULES }

/** Colours of the background, for `tokens.css`. */
const GROUND = { '--ground-light': themeColors.light, '--ground-dark': themeColors.dark } as CSSProperties

function Document({ children }: { children: ReactNode }) {
  const params: { locale?: Locale } = useParams({ strict: false })
  const locale = getLocale(params)
  const data: DocumentData = rootRoute.useLoaderData()
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
        {import.meta.env.SSR && hasBeside && <meta name={BESIDE_META} content={readBesidePaths().join(' ')} />}
        {data && (
          <HreflangLinks baseUrl={data.baseUrl}>
            {import.meta.env.SSR
              ? (url) => <OpenGraphTags url={url} baseUrl={data.baseUrl} locale={locale} />
              : undefined}
          </HreflangLinks>
        )}
        {hasCdn && <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={EARLY_EVENTS} />
        {/* Hydration skips it, because React must not miss what the engine removes. */}
        {import.meta.env.SSR && (
          <script id={EARLY_RULES_ID} type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={EARLY_LINKS} />
        )}
        {/* `head()` keeps one tag of a name, so both are here. The first whose query holds counts. */}
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
