import { createFileRoute } from '@tanstack/react-router'
import { Picture } from '#app/pages/picture.tsx'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'

const IDS = Array.from({ length: 12 }, (_, index) => String(index + 1))

/** Special targets: one is slow, two redirect. */
const LINKS = [
  { id: '13', search: { delay: 2000 }, name: 'A photo that takes two seconds' },
  { id: 'latest', search: {}, name: 'Redirects to photo 1' },
  { id: 'moved', search: {}, name: 'Redirects to a page that does not open here' },
] as const

/** Targets that fail. Buttons, because a page must not have broken links. */
const BUTTONS = [
  { id: 'none', search: {}, name: 'A photo that does not exist' },
  { id: '14', search: { fail: true }, name: 'A photo that fails to load' },
] as const

export const Route = createFileRoute('/{-$locale}/_harbour/(sights)/gallery')({
  loader: async () => (await import('#app/pages/photo.functions.ts')).readStamp(),
  head: (head) => ({ meta: pageMeta(head, 'Gallery') }),
  component: Gallery,
})

function Gallery() {
  const navigate = Route.useNavigate()
  return (
    <>
      <h1>Gallery</h1>
      <Link to="/{-$locale}/unsaved">Unsaved</Link>
      <ul role="list">
        {IDS.map((id) => (
          <li key={id}>
            <Link to="/{-$locale}/photo/$id" params={(params) => ({ ...params, id })}>
              <Picture id={id} />
              Photo {id}
            </Link>
          </li>
        ))}
      </ul>
      <h2>Special cases</h2>
      <ul>
        {LINKS.map(({ id, search, name }) => (
          <li key={id}>
            <Link to="/{-$locale}/photo/$id" params={(params) => ({ ...params, id })} search={search} preload={false}>
              {name}
            </Link>
          </li>
        ))}
        {BUTTONS.map(({ id, search, name }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => navigate({ to: '/{-$locale}/photo/$id', params: (params) => ({ ...params, id }), search })}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <output data-testid="page-stamp">{Route.useLoaderData().stamp}</output>
    </>
  )
}
