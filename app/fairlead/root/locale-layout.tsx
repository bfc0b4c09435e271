import { getRouteApi, type NotFoundRouteProps, Outlet } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { IntlProvider } from 'use-intl'
import { ApplicationError } from '#fairlead/errors/application-error.tsx'
import { NotFound } from '#fairlead/errors/not-found.tsx'
import { loadVisitorDrafts } from '#fairlead/forms/visitor-drafts.ts'
import { Inspector } from '#fairlead/inspector/inspector.tsx'
import { loadMessages, type Messages } from '#fairlead/messages/messages.ts'
import { messagesProps } from '#fairlead/messages/provider.tsx'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { useOverlay } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { routeFailure } from '#fairlead/navigation/loading/navigation-signals.ts'
import { getLocale, isLocale, type Locale } from '#fairlead/navigation/locale/locale.ts'
import { useVisitorTimeZone } from '#fairlead/navigation/locale/request-info.ts'
import { type RouterContext, useDocumentTimeZone } from '#fairlead/root/document.tsx'

type Params = { locale?: Locale | undefined }

type Loading = { params: Params; context: Pick<RouterContext, 'queryClient'>; location: { publicHref: string } }

type LocaleOptions = {
  /** The frame of all pages: header, menus and footer. */
  shell: ComponentType<{ children: ReactNode }>
}

/**
 * Returns the options of the route of the languages, in `app/routes/{-$locale}/route.tsx`. The frame stands around its
 * pages, with the messages of the language.
 *
 *     export const Route = createFileRoute('/{-$locale}')({
 *       ...localeOptions({ shell: Shell }),
 *       codeSplitGroupings: [],
 *     })
 */
export function localeOptions({ shell: Shell }: LocaleOptions) {
  const layout = getRouteApi('/{-$locale}')

  function Frame({ children }: { children: ReactNode }) {
    // A page in a dialog is already inside the shell of the page below.
    const opened = useOverlay()
    const timeZone = useVisitorTimeZone(useDocumentTimeZone())
    const messages: Messages<'shell'> = layout.useLoaderData()
    return (
      <IntlProvider locale={getLocale(layout.useParams())} {...messagesProps(messages)} timeZone={timeZone}>
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
    const replaced = layout.useMatch({ select: (match: { status: string }) => match.status === 'notFound' })
    return replaced || isNotFound ? (
      <Frame>
        <NotFound />
      </Frame>
    ) : (
      <NotFound />
    )
  }

  return {
    params: {
      // A segment that is not a language is left to other routes and to the not-found page.
      parse: ({ locale }: { locale?: string | undefined }): Params | false => {
        if (locale === undefined) return {}
        return isLocale(locale) ? { locale } : false
      },
    },
    loader: ({ params, context, location }: Loading): Messages<'shell'> | Promise<Messages<'shell'>> => {
      const messages = () => loadMessages('shell', getLocale(params))
      const drafts = loadVisitorDrafts(context.queryClient, location.publicHref)
      return drafts ? drafts.then(messages) : messages()
    },
    staleTime: Infinity,
    headers: ({ params }: { params: Params }) => ({ 'content-language': getLocale(params) }),
    head: (context: Parameters<typeof pageMeta>[0]) => ({ meta: pageMeta(context) }),
    component: LocaleLayout,
    notFoundComponent: LocaleNotFound,
  }
}
