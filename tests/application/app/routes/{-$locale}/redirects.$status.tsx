import { createFileRoute, notFound, redirect } from '@tanstack/react-router'

/** Never rendered: its loader redirects to the start page, with the status in its path. */
export const Route = createFileRoute('/{-$locale}/redirects/$status')({
  loader: ({ params: { status, locale } }) => {
    if (status !== '307' && status !== '308') throw notFound()
    throw redirect({ to: '/{-$locale}/start', params: { locale }, statusCode: status === '307' ? 307 : 308 })
  },
})
