import { perRequest } from '../../../../per-request.jsx'
import { Doc } from '../../../../shared/pages.jsx'
import docs from '../../../../shared/docs.json'

// It is static all the same, because it reads nothing but params that the build knows.
// https://nextjs.org/docs/app/guides/incremental-static-regeneration-cache-components
export function generateStaticParams() {
  return [{ slug: 'prefetching' }]
}

export default perRequest(({ lang }) => <Doc doc={docs[lang]} />)
