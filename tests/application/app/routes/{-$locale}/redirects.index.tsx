import { createFileRoute } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { postAway } from '#app/pages/forms.functions.ts'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { Link } from '#fairlead/navigation/link.tsx'

export const Route = createFileRoute('/{-$locale}/redirects/')({
  head: (head) => ({ meta: pageMeta(head, 'Redirects') }),
  component: Redirects,
})

function Redirects() {
  const post = useServerFn(postAway)
  return (
    <>
      <h1>Redirects</h1>
      <ul>
        {['307', '308'].map((status) => (
          <li key={status}>
            <Link to="/{-$locale}/redirects/$status" params={(params) => ({ ...params, status })}>
              {status}
            </Link>
          </li>
        ))}
      </ul>
      <form
        method="post"
        action={postAway.url}
        onSubmit={(event) => {
          event.preventDefault()
          void post({ data: new FormData(event.currentTarget) })
        }}
      >
        <button>Post, and be redirected with 303</button>
      </form>
    </>
  )
}
