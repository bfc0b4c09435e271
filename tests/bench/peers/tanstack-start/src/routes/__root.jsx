import { createRootRoute, HeadContent, Scripts, useParams } from '@tanstack/react-router'
import { Frame } from '../../shared/pages.jsx'
import css from '../../shared/style.css?url'
import { Link } from '../link.jsx'

// https://tanstack.com/start/latest/docs/framework/react/guide/routing#the-root-route
// https://tanstack.com/start/latest/docs/framework/react/guide/selective-ssr#how-to-disable-ssr-of-the-root-route
export const Route = createRootRoute({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: 'Bench' },
    ],
    links: [
      { rel: 'stylesheet', href: css },
      { rel: 'icon', href: '/favicon.svg' },
    ],
  }),
  shellComponent: Document,
  notFoundComponent: () => <h1>Not found</h1>,
})

function Document({ children }) {
  const { locale = 'en' } = useParams({ strict: false })
  return (
    <html lang={locale}>
      <head>
        <HeadContent />
      </head>
      <body>
        <Frame Link={Link} lang={locale}>
          {children}
        </Frame>
        <Scripts />
      </body>
    </html>
  )
}
