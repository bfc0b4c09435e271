import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { defineVisitorPart, Link } from 'fairlead/navigation'

/** Greets a visitor by the name in the cookie `visitor`. */
export default defineVisitorPart({
  name: 'greeting',
  query: ({ place }: { place: string }) =>
    queryOptions({
      queryKey: ['greeting', place],
      queryFn: async ({ signal }) => {
        const { readGreeting } = await import('#app/pages/greeting.functions.ts')
        return readGreeting({ data: { place }, signal })
      },
    }),
  component: Greeting,
})

function Greeting({ place, data }: { place: string; data: { name: string; session: string | null } }) {
  const [count, setCount] = useState(0)
  const t = useTranslations('shell')
  return (
    <>
      <p data-testid={`greeting-${place}`}>
        Ahoy {data.name}, {data.session ?? 'a guest'} at {place}!
      </p>
      <button onClick={() => setCount(count + 1)}>
        Wave {place} {count}
      </button>
      <Link to="/{-$locale}/start">{t('skip')}</Link>
    </>
  )
}
