import { useSuspenseQuery } from '@tanstack/react-query'
import { Await, createFileRoute } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { callingQuery, failAnywhere, failingQuery, failOnServer } from '#app/pages/error-cases.functions.ts'
import { failWith } from '#app/pages/error-cases.server.ts'
import { type Kind, readFailing } from '#app/lab/error-cases.ts'

/** Loaded on demand, because no other page needs it. */
const failures = () => import('#app/pages/error-cases.functions.ts')

export const Route = createFileRoute('/{-$locale}/errors/$failing')({
  server: {
    handlers: {
      GET: ({ params, next }) => {
        const failing = readFailing(params.failing)
        return failing?.place === 'server-route' ? failWith(failing.kind) : next()
      },
    },
  },
  beforeLoad: async ({ params }) => (await failures()).failBefore(params.failing),
  loader: async ({ context: { failing } }) => (await failures()).loadAndFail(failing),
  head: async ({ params, matches }) => (await failures()).failInHead(params.failing, matches[0]?.meta),
  component: Failing,
})

function Failing() {
  const { place, kind } = Route.useRouteContext().failing
  const { late, pieces } = Route.useLoaderData()
  if (place === 'render') failOnServer(kind)
  if (place === 'component') failAnywhere(kind)
  return (
    <>
      <h1>No error this time</h1>
      <p>Nothing was thrown on this visit.</p>
      <Suspense fallback={<p>Waiting for deferred data</p>}>
        {late && <Await promise={late}>{(text) => <p>{text}</p>}</Await>}
        {pieces && <Streamed pieces={pieces} />}
        {place === 'query' && <Queried kind={kind} />}
        {place === 'suspense-query' && <Called kind={kind} />}
      </Suspense>
    </>
  )
}

function Queried({ kind }: { kind: Kind }) {
  const { data } = useSuspenseQuery(failingQuery(kind))
  return <p>{data}</p>
}

function Called({ kind }: { kind: Kind }) {
  const { data } = useSuspenseQuery(callingQuery(kind))
  return <p>{data}</p>
}

/** Reads the stream; its failure fails the page. */
function Streamed({ pieces }: { pieces: ReadableStream<string> }) {
  const [failed, setFailed] = useState<[thrown: unknown]>()
  useEffect(() => {
    const read = async (): Promise<void> => {
      const reader = pieces.getReader()
      while (!(await reader.read()).done);
    }
    // In strict mode the second effect finds the stream locked.
    if (!pieces.locked) read().catch((thrown: unknown) => setFailed([thrown]))
  }, [pieces])
  if (failed) throw failed[0]
  return <p>Waiting for deferred data</p>
}
