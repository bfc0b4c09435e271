import { createFileRoute } from '@tanstack/react-router'
import { readPreload } from '#app/pages/search.ts'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'

const ITEMS = Array.from({ length: 12 }, (_, index) => String(index + 1))

/** A page whose links load documents. */
export const Route = createFileRoute('/{-$locale}/documents')({
  validateSearch: readPreload,
  head: (head) => ({ meta: pageMeta(head, 'Documents') }),
  component: Documents,
})

function Documents() {
  const { preload } = Route.useSearch()
  return (
    <>
      <h1>Documents</h1>
      <ol>
        {ITEMS.map((id) => (
          <li key={id}>
            <Link
              to="/{-$locale}/item/$id"
              params={(params) => ({ ...params, id })}
              search={{ delay: 300 }}
              preload={preload}
              reloadDocument
            >
              Item {id}
            </Link>
          </li>
        ))}
      </ol>
      <Link to="/{-$locale}/item/$id" params={(params) => ({ ...params, id: '90' })} reloadDocument rel="nofollow">
        Leave
      </Link>
      <Link to="/{-$locale}/item/$id" params={(params) => ({ ...params, id: '91' })} reloadDocument preload={false}>
        Later
      </Link>
      <Link to="/{-$locale}/item/$id" params={(params) => ({ ...params, id: '92' })} reloadDocument>
        At intent
      </Link>
      <Link to="/{-$locale}/quay" reloadDocument>
        Quay
      </Link>
    </>
  )
}
