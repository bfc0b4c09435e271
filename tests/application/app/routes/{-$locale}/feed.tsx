import { createFileRoute } from '@tanstack/react-router'
import { PHOTOS } from '#app/pages/queries.ts'
import { Picture } from '#app/pages/picture.tsx'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'

/** Ids of the photos, newest first. */
const IDS = Array.from({ length: 6 }, (_, index) => String(PHOTOS - index))

export const Route = createFileRoute('/{-$locale}/feed')({
  loader: async () => (await import('#app/pages/photo.functions.ts')).readStamp(),
  head: (head) => ({ meta: pageMeta(head, 'Feed') }),
  component: Feed,
})

function Feed() {
  return (
    <>
      <h1>Feed</h1>
      <label>
        Note
        <input type="text" name="note" autoComplete="off" />
      </label>
      <output data-testid="page-stamp">{Route.useLoaderData().stamp}</output>
      <ol role="list">
        {IDS.map((id) => (
          <li key={id}>
            <Link to="/{-$locale}/photo/$id" params={(params) => ({ ...params, id })}>
              <Picture id={id} />
              Photo {id} was posted
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}
