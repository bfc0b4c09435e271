import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { defineVisitorPart } from 'fairlead/navigation'

/** Shows data that are no JSON, as JavaScript has them, with a query that selects. */
export default defineVisitorPart({
  name: 'manifest',
  query: () =>
    queryOptions({
      queryKey: ['manifest'],
      queryFn: async ({ signal }) => (await import('#app/pages/manifest.functions.ts')).readManifest({ signal }),
      select: (manifest) => ({ ...manifest, draught: manifest.draught || 3 }),
    }),
  component: Manifest,
})

type Data = {
  row: { cargo: string }
  again: object
  sailed: Date
  returned: undefined
  holds: Map<string, Set<bigint>>
  draught: number
}

function Manifest({ data: { row, again, sailed, holds, draught, ...rest } }: { data: Data }) {
  const [count, setCount] = useState(0)
  const values = [row.cargo, row === again, sailed.getTime(), 'returned' in rest, holds.get('fore')?.has(12n), draught]
  return <button onClick={() => setCount(count + 1)}>{[...values, count].join(' ')}</button>
}
