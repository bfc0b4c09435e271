import { Doc } from '../../../../shared/pages.jsx'
import docs from '../../../../shared/docs.json'

// https://nextjs.org/docs/app/api-reference/functions/generate-static-params
export function generateStaticParams() {
  return [{ slug: 'prefetching' }]
}

export default async function Page({ params }) {
  const { lang } = await params
  return <Doc doc={docs[lang]} />
}
