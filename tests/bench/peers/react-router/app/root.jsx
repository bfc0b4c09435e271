import { Links, Meta, Outlet, Scripts, ScrollRestoration, useParams } from 'react-router'
import { Frame } from '../shared/pages.jsx'
import css from '../shared/style.css?url'
import { Link } from './link.jsx'

export const links = () => [
  { rel: 'stylesheet', href: css },
  { rel: 'icon', href: '/favicon.svg' },
]

export const meta = () => [{ title: 'Bench' }]

export function Layout({ children }) {
  const { lang = 'en' } = useParams()
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <Frame Link={Link} lang={lang}>
          {children}
        </Frame>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default Outlet
