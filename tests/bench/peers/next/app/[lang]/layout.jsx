import { Link } from '../../link.jsx'
import { Frame } from '../../shared/pages.jsx'
import '../../shared/style.css'

export const metadata = { title: 'Bench', icons: { icon: '/favicon.svg' } }

export function generateStaticParams() {
  return [{ lang: 'en' }, { lang: 'de' }]
}

export default async function Layout({ children, modal, params }) {
  const { lang } = await params
  return (
    <html lang={lang}>
      <body>
        <Frame Link={Link} lang={lang}>
          {children}
          {modal}
        </Frame>
      </body>
    </html>
  )
}
