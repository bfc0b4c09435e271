import { createFileRoute, notFound, redirect } from '@tanstack/react-router'

/** Never rendered: its loader redirects to the index of the lab, with the status in its path. */
export const Route = createFileRoute('/{-$locale}/lab/redirects/$status')({
  loader: ({ params: { status, locale } }) => {
    if (status !== '307' && status !== '308') throw notFound()
    throw redirect({ to: '/{-$locale}/lab', params: { locale }, statusCode: status === '307' ? 307 : 308 })
  },
})
