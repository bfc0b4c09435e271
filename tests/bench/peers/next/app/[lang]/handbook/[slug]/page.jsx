import { Doc } from '../../../../shared/pages.jsx'
import docs from '../../../../shared/docs.json'

export function generateStaticParams() {
  return [{ slug: 'prefetching' }]
}

export default async function Page({ params }) {
  const { lang } = await params
  return <Doc doc={docs[lang]} />
}
