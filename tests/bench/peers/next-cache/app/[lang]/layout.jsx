import { lang } from 'next/root-params'
import { Link } from '../../link.jsx'
import { Frame } from '../../shared/pages.jsx'
import '../../shared/style.css'

export const metadata = { title: 'Bench', icons: { icon: '/favicon.svg' } }

export function generateStaticParams() {
  return [{ lang: 'en' }, { lang: 'de' }]
}

// A layout that awaits `params` would tie its shell to one address; a root param does not.
// https://nextjs.org/docs/app/guides/internationalization#sharing-the-locale-across-your-app
export default async function Layout({ children, modal }) {
  const language = await lang()
  return (
    <html lang={language}>
      <body>
        <Frame Link={Link} lang={language}>
          {children}
          {modal}
        </Frame>
      </body>
    </html>
  )
}
