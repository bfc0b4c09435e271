import { createFileRoute, Outlet } from '@tanstack/react-router'
import { IntlProvider } from 'use-intl'
import { loadMessages } from '#app/locales/messages.ts'
import { isLocale, type Locale, localeOf } from '#app/navigation/locale/locale.ts'
import { Shell } from '#app/ui/shell.tsx'

export const Route = createFileRoute('/{-$locale}')({
  params: {
    // An unknown language is no language: the segment is left to other routes, and to the not-found page.
    parse: ({ locale }): { locale?: Locale } | false => {
      if (locale === undefined) return {}
      return isLocale(locale) ? { locale } : false
    },
  },
  loader: ({ params }) => loadMessages('shell', localeOf(params)),
  staleTime: Infinity,
  component: LocaleLayout,
})

function LocaleLayout() {
  return (
    <IntlProvider locale={localeOf(Route.useParams())} messages={Route.useLoaderData()} timeZone="UTC">
      <Shell>
        <Outlet />
      </Shell>
    </IntlProvider>
  )
}
