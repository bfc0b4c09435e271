import { createFileRoute, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { NotFound } from '#app/errors/not-found.tsx'
import { pageMeta } from '#app/errors/page-head.ts'
import { loadMessages } from '#app/locales/messages.ts'
import { useOpened } from '#app/navigation/interception/outlet.tsx'
import { isLocale, type Locale, localeOf } from '#app/navigation/locale/locale.ts'
import { Shell } from '#app/shell/shell.tsx'

export const Route = createFileRoute('/{-$locale}')({
  // Every page needs the frame: a chunk of its own would only be one more request.
  codeSplitGroupings: [],
  params: {
    // An unknown language is no language: the segment is left to other routes, and to the not-found page.
    parse: ({ locale }): { locale?: Locale | undefined } | false => {
      if (locale === undefined) return {}
      return isLocale(locale) ? { locale } : false
    },
  },
  loader: ({ params }) => loadMessages('shell', localeOf(params)),
  staleTime: Infinity,
  head: (context) => ({ meta: pageMeta(context) }),
  component: LocaleLayout,
  notFoundComponent: LocaleNotFound,
})

function Frame({ children }: { children: ReactNode }) {
  // What opens over a page has the page's frame around it already.
  const opened = useOpened()
  return (
    <IntlProvider locale={localeOf(Route.useParams())} messages={Route.useLoaderData()} timeZone="UTC">
      {opened ? children : <Shell>{children}</Shell>}
    </IntlProvider>
  )
}

function LocaleLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

function LocaleNotFound() {
  // A notFound() thrown below replaces this layout, so it is put around the page; an unknown address fills its outlet.
  const replaced = Route.useMatch({ select: (match) => match.status === 'notFound' })
  return replaced ? (
    <Frame>
      <NotFound />
    </Frame>
  ) : (
    <NotFound />
  )
}
