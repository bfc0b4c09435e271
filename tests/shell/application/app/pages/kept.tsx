import { useSuspenseQuery } from '@tanstack/react-query'
import { keptQuery } from '#app/pages/kept-query.ts'

/** Shows the stamp of a page with an age, and that with which it was rendered. */
export function Kept({ id, seen }: { id: string; seen: string }) {
  const { data } = useSuspenseQuery(keptQuery(id))
  return (
    <>
      <h1>Kept {id}</h1>
      <output data-testid="stamp" dir="ltr">
        {data.stamp}
      </output>
      <output data-testid="seen" dir="ltr">
        {seen}
      </output>
    </>
  )
}
