import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PHOTOS, type Setting } from '#app/pages/queries.ts'
import { Picture } from '#app/pages/picture.tsx'
import { Link } from 'fairlead/navigation'

const CAPTIONS: Record<Setting, string> = {
  gallery: 'Opened from the gallery.',
  feed: 'Opened from the feed: the next one is older.',
  page: 'A page of its own.',
}

const route = getRouteApi('/{-$locale}/photo/$id')

/** A picture with its caption and next neighbour; the feed runs from the newest to the oldest. */
export function Photo({ setting }: { setting: Setting }) {
  const { data } = useSuspenseQuery(route.useRouteContext().photo)
  const { id } = route.useParams()
  const next = ((Number(id) - 1 + (setting === 'feed' ? PHOTOS - 1 : 1)) % PHOTOS) + 1
  return (
    <>
      <h1>Photo {id}</h1>
      <p>{CAPTIONS[setting]}</p>
      <figure>
        <Picture id={id} />
      </figure>
      <output data-testid="stamp">{data?.stamp}</output>
      <ul>
        <li>
          <Link to="." params={(params) => ({ ...params, id: String(next) })} search={{}}>
            Next photo
          </Link>
        </li>
        <li>
          <Link to="/{-$locale}/gallery">Gallery</Link>
        </li>
        <li>
          <Link to="/{-$locale}/feed">Feed</Link>
        </li>
        <li>
          <Link to="/{-$locale}/start">Start</Link>
        </li>
      </ul>
    </>
  )
}
