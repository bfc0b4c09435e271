import { useSuspenseQuery } from '@tanstack/react-query'
import { Await, createFileRoute, notFound } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { callAndFail, failingQuery, failOnServer, readLate, spoilDocument } from '#app/lab/failures.functions.ts'
import { failWith } from '#app/lab/failures.server.ts'
import { type Kind, readFailing } from '#app/lab/failures.ts'

export const Route = createFileRoute('/{-$locale}/lab/errors/$failing')({
  server: {
    handlers: {
      GET: ({ params, next }) => {
        const failing = readFailing(params.failing)
        return failing?.place === 'server-route' ? failWith(failing.kind) : next()
      },
    },
  },
  beforeLoad: ({ params }) => {
    const failing = readFailing(params.failing)
    if (!failing) throw notFound()
    if (failing.place === 'before-load') failOnServer(failing.kind)
    return { failing }
  },
  loader: async ({ context: { failing } }) => {
    const { place, kind } = failing
    if (place === 'loader') failOnServer(kind)
    if (place === 'server-function') await callAndFail({ data: kind })
    return { late: place === 'deferred' ? readLate(kind) : undefined }
  },
  head: ({ params, matches }) => {
    const failing = readFailing(params.failing)
    if (failing?.place === 'document') spoilDocument(matches[0]?.meta, failing.kind)
    return {}
  },
  component: Failing,
})

function Failing() {
  const t = useTranslations('lab.errors')
  const { place, kind } = Route.useRouteContext().failing
  const { late } = Route.useLoaderData()
  if (place === 'render') failOnServer(kind)
  return (
    <>
      <h1>{t('page')}</h1>
      <p>{t('went')}</p>
      <Suspense fallback={<p>{t('waiting')}</p>}>
        {late && <Await promise={late}>{(text) => <p>{text}</p>}</Await>}
        {place === 'query' && <Queried kind={kind} />}
      </Suspense>
    </>
  )
}

function Queried({ kind }: { kind: Kind }) {
  const { data } = useSuspenseQuery(failingQuery(kind))
  return <p>{data}</p>
}
