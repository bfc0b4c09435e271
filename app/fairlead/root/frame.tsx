import type { QueryClient } from '@tanstack/react-query'
import { getRouteApi, Outlet, useLoaderData, useParams } from '@tanstack/react-router'
import { type ComponentType, createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { IntlProvider } from 'use-intl'
import { ApplicationError } from '#fairlead/errors/application-error.tsx'
import { NotFound } from '#fairlead/errors/not-found.tsx'
import { loadVisitorDrafts } from '#fairlead/forms/visitor-drafts.ts'
import { Inspector } from '#fairlead/inspector/inspector.tsx'
import { loadMessages, type Messages } from '#fairlead/messages/messages.ts'
import { messagesProps } from '#fairlead/messages/provider.tsx'
import { useOverlay } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { routeFailure } from '#fairlead/navigation/loading/navigation-signals.ts'
import { getLocale, type Locale } from '#fairlead/navigation/locale/locale.ts'
import { useVisitorTimeZone } from '#fairlead/navigation/locale/request-info.ts'

/** The frame of all pages: header, menus and footer. */
export type Shell = ComponentType<{ children: ReactNode }>

type LoaderArgs = {
  params: { locale?: Locale | undefined }
  context: { queryClient: QueryClient }
  location: { publicHref: string }
}

/** Loads the messages of the frame, in the language of the page, and the drafts of its forms. */
export function loadFrame({ params, context, location }: LoaderArgs): Promise<Messages<'shell'>> {
  const messages = () => loadMessages('shell', getLocale(params))
  const drafts = loadVisitorDrafts(context.queryClient, location.publicHref)
  return drafts ? drafts.then(messages) : messages()
}

/** True for components in the frame. */
const InFrame = createContext(false)

export const rootRoute = getRouteApi('__root__')

type RootData = { timeZone: string }

/**
 * Returns the components of the route that has called `loadFrame`: the frame around its pages, and around the not-found
 * page.
 *
 * @param beside content outside of the frame that has its messages
 */
export function framed(Shell: Shell, beside?: ReactNode) {
  function Frame({ children }: { children: ReactNode }) {
    // A page in a dialog is already inside the shell of the page below.
    const opened = useOverlay()
    const data: RootData = rootRoute.useLoaderData()
    const timeZone = useVisitorTimeZone(data.timeZone)
    const messages: Messages<'shell'> = useLoaderData({ strict: false })
    const locale = getLocale(useParams({ strict: false }))
    return (
      <IntlProvider locale={locale} {...messagesProps(messages)} timeZone={timeZone}>
        <InFrame value={true}>{opened ? children : <Shell>{children}</Shell>}</InFrame>
        {!opened && beside}
      </IntlProvider>
    )
  }

  function Layout(): ReactNode {
    const failure = useSyncExternalStore(routeFailure.subscribe, routeFailure.get, routeFailure.get)
    return (
      <Frame>
        {failure ? <ApplicationError error={failure} reset={() => {}} /> : <Outlet />}
        {/* A production build has the inspector only in the lab. */}
        {import.meta.env.DEV && <Inspector />}
      </Frame>
    )
  }

  /** Replaces the layout if a page below throws `notFound()`. For an unknown path it is in the layout's outlet. */
  function FramedNotFound(): ReactNode {
    return use(InFrame) ? (
      <NotFound />
    ) : (
      <Frame>
        <NotFound />
      </Frame>
    )
  }

  return { Layout, FramedNotFound }
}
