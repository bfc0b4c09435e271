import { createFileRoute, getRouteApi, type NotFoundRouteProps, Outlet } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { IntlProvider } from 'use-intl'
import { ApplicationError } from '#fairlead/errors/application-error.tsx'
import { NotFound } from '#fairlead/errors/not-found.tsx'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { loadVisitorDrafts } from '#fairlead/forms/visitor-drafts.ts'
import { loadMessages } from '#fairlead/messages/messages.ts'
import { useOverlay } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { routeFailure } from '#fairlead/navigation/loading/navigation-signals.ts'
import { getLocale, isLocale, type Locale } from '#fairlead/navigation/locale/locale.ts'
import { useVisitorTimeZone } from '#fairlead/navigation/locale/request-info.ts'
import { Inspector } from '#fairlead/inspector/inspector.tsx'
import { Shell } from '#app/shell/shell.tsx'

const rootRoute = getRouteApi('__root__')

export const Route = createFileRoute('/{-$locale}')({
  // Every page needs the shell, so a separate chunk would only cost a request.
  codeSplitGroupings: [],
  params: {
    // A segment that is not a language is left to other routes and to the not-found page.
    parse: ({ locale }): { locale?: Locale | undefined } | false => {
      if (locale === undefined) return {}
      return isLocale(locale) ? { locale } : false
    },
  },
  loader: ({ params, context, location }) => {
    const messages = () => loadMessages('shell', getLocale(params))
    const drafts = loadVisitorDrafts(context.queryClient, location.publicHref)
    return drafts ? drafts.then(messages) : messages()
  },
  staleTime: Infinity,
  headers: ({ params }) => ({ 'content-language': getLocale(params) }),
  head: (context) => ({ meta: pageMeta(context) }),
  component: LocaleLayout,
  notFoundComponent: LocaleNotFound,
})

function Frame({ children }: { children: ReactNode }) {
  // A page in a dialog is already inside the shell of the page below.
  const opened = useOverlay()
  const timeZone = useVisitorTimeZone(rootRoute.useLoaderData().timeZone)
  return (
    <IntlProvider locale={getLocale(Route.useParams())} messages={Route.useLoaderData()} timeZone={timeZone}>
      {opened ? children : <Shell>{children}</Shell>}
    </IntlProvider>
  )
}

function LocaleLayout() {
  const failure = useSyncExternalStore(routeFailure.subscribe, routeFailure.get, routeFailure.get)
  return (
    <Frame>
      {failure ? <ApplicationError error={failure} reset={() => {}} /> : <Outlet />}
      {/* A production build has it in the lab alone. */}
      {import.meta.env.DEV && <Inspector />}
    </Frame>
  )
}

/** Unlike the router's type says, `isNotFound` is missing if nothing was thrown. */
function LocaleNotFound({ isNotFound }: Partial<NotFoundRouteProps>) {
  // A notFound() thrown below replaces this layout, so the shell is added; for an unknown path the page is in its outlet.
  const replaced = Route.useMatch({ select: (match) => match.status === 'notFound' })
  return replaced || isNotFound ? (
    <Frame>
      <NotFound />
    </Frame>
  ) : (
    <NotFound />
  )
}
