import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { lentQuery } from '#app/pages/piece.functions.ts'

export const Route = createFileRoute('/{-$locale}/piece/$id')({ component: Locker })

/** A layout with a query that no loader reads. */
function Locker() {
  const { data } = useQuery(lentQuery)
  return (
    <>
      <p data-testid="lent">{data}</p>
      <Outlet />
    </>
  )
}
