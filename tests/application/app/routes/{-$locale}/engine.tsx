import { useEffect, useState } from 'react'
import { createFileRoute } from '@tanstack/react-router'
import { useNonce } from 'fairlead/navigation'

/** WebAssembly, data in a URL, a worker and an inline script, which `contentSources` of the site with a CDN allows. */
export const Route = createFileRoute('/{-$locale}/engine')({ component: Engine })

/** A module with the function `add`. */
const MODULE = 'AGFzbQEAAAABBwFgAn9/AX8DAgEABwcBA2FkZAAACgkBBwAgACABags='

async function readFacts(): Promise<Record<string, unknown>> {
  const bytes = Uint8Array.from(atob(MODULE), (char) => char.charCodeAt(0))
  const { instance } = await WebAssembly.instantiate(bytes)
  const data = await (await fetch('data:text/plain,tide')).text()
  const worker = new Worker(new URL('../../pages/engine.worker.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<unknown>((resolve, reject) => {
    worker.addEventListener('message', (event) => resolve(event.data))
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage(bytes)
  return { sum: (instance.exports.add as (a: number, b: number) => number)(2, 3), data, worker: await answer }
}

function Engine() {
  const nonce = useNonce()
  const [facts, setFacts] = useState<Record<string, unknown>>()
  useEffect(() => {
    readFacts().then(setFacts, (error: unknown) => setFacts({ error: String(error) }))
  }, [])
  return (
    <>
      <h1>Engine</h1>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: 'window.inlineRan = true' }} />
      <pre data-testid="facts">{facts && JSON.stringify(facts)}</pre>
    </>
  )
}
