import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApplicationError } from '#app/errors/application-error.tsx'
import { NotFound } from '#app/errors/not-found.tsx'
import { directionOf, localeOf } from '#app/navigation/locale/locale.ts'
import { readTheme } from '#app/ui/theme.ts'
import styles from '#app/ui/styles.css?url'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: () => ({ theme: readTheme() }),
  staleTime: Infinity,
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: 'Fairlead' },
    ],
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  shellComponent: Document,
  component: Outlet,
  errorComponent: ApplicationError,
  notFoundComponent: NotFound,
})

function Document({ children }: { children: ReactNode }) {
  const locale = localeOf(useParams({ strict: false }))
  const theme = Route.useLoaderData()?.theme
  return (
    <html lang={locale} dir={directionOf(locale)} data-theme={theme}>
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
