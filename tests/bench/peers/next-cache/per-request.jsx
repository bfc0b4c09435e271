import { Suspense } from 'react'

/**
 * Makes a page whose shell is static: what depends on its address stands below a Suspense with a fallback.
 * https://nextjs.org/docs/app/guides/adopting-partial-prefetching#move-url-data-behind-suspense
 */
export function perRequest(render) {
  async function Content({ params }) {
    return render(await params)
  }
  return function Page({ params }) {
    return (
      <Suspense fallback={<p>Loading…</p>}>
        <Content params={params} />
      </Suspense>
    )
  }
}
