import { Suspense } from 'react'
import { connection } from 'next/server'

async function Late() {
  await connection()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return <p>late</p>
}

export default function Page() {
  return (
    <main>
      <h1>Streamed</h1>
      <Suspense fallback={<p>waiting</p>}>
        <Late />
      </Suspense>
    </main>
  )
}
