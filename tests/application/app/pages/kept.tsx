import { useSuspenseQuery } from '@tanstack/react-query'
import { keptQuery } from '#app/pages/queries.ts'
import { renewKept } from '#app/pages/kept.functions.ts'
import { Link } from 'fairlead/navigation'

/** Pages that each page with a TTL links to and can invalidate. */
const OTHERS = ['one', 'two']

/** Shows the stamp of a page with a TTL, and the one with which it was rendered. */
export function Kept({ id, seen }: { id: string; seen: string }) {
  const { data } = useSuspenseQuery(keptQuery(id))
  return (
    <>
      <h1>Kept {id}</h1>
      <output data-testid="stamp">{data.stamp}</output>
      <output data-testid="seen">{seen}</output>
      <ul>
        {[id, ...OTHERS].map((other) => (
          <li key={other}>
            <Link to="/{-$locale}/kept/$id" params={(params) => ({ ...params, id: other })}>
              Go to {other}
            </Link>
            <button onClick={() => void renewKept({ data: { id: other } })}>Renew {other}</button>
          </li>
        ))}
      </ul>
    </>
  )
}
