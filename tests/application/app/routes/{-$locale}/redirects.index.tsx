import { createFileRoute } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { postAway, postBeside, postFar } from '#app/pages/forms.functions.ts'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'

export const Route = createFileRoute('/{-$locale}/redirects/')({
  head: (head) => ({ meta: pageMeta(head, 'Redirects') }),
  component: Redirects,
})

function Redirects() {
  const post = useServerFn(postAway)
  const postToLetters = useServerFn(postFar)
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
      <form method="post" action={postBeside.url}>
        <button>Post, and be redirected beside this page</button>
      </form>
      <form
        method="post"
        action={postFar.url}
        onSubmit={(event) => {
          event.preventDefault()
          void postToLetters({ data: new FormData(event.currentTarget) })
        }}
      >
        <button>Post, and be redirected to letters</button>
      </form>
    </>
  )
}
