import { useQuery } from '@tanstack/react-query'
import { holeInComponent } from '#app/log/holes.functions.ts'

/** A component of a page below a guarded layout. */
export function Panel() {
  const { data } = useQuery({ queryKey: ['panel'], queryFn: ({ signal }) => holeInComponent({ signal }) })
  return <output>{data}</output>
}
