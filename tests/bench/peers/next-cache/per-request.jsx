import { connection } from 'next/server'
import { Suspense } from 'react'

/** Makes a page whose shell is static: what is rendered for each request stands below a Suspense. */
export function perRequest(render) {
  async function Content({ params }) {
    await connection()
    return render(await params)
  }
  return function Page({ params }) {
    return (
      <Suspense>
        <Content params={params} />
      </Suspense>
    )
  }
}
