import { createFileRoute, notFound, redirect } from '@tanstack/react-router'

/** Never rendered: its loader redirects to the start page, with the status in its path, or its guard to a path with letters. */
export const Route = createFileRoute('/{-$locale}/redirects/$status')({
  beforeLoad: ({ params: { status } }) => {
    if (status === 'letters') throw redirect({ href: '/ja/echo/店' })
  },
  loader: ({ params: { status, locale } }) => {
    if (status !== '307' && status !== '308') throw notFound()
    throw redirect({ to: '/{-$locale}/start', params: { locale }, statusCode: status === '307' ? 307 : 308 })
  },
})
