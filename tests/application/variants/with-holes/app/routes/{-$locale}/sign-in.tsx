import { createFileRoute } from '@tanstack/react-router'
import { forEverybody } from '#app/log/sound.functions.ts'
import { holeForGuests, holeInField } from '#app/log/holes.functions.ts'

export const Route = createFileRoute('/{-$locale}/sign-in')({
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (typeof next === 'string' ? { next } : {}),
  head: () => ({ meta: [{ title: 'Sign in' }] }),
  component: () => (
    <>
      <h1>Sign in</h1>
      <button onClick={() => void Promise.all([forEverybody(), holeForGuests(), holeInField({ data: { id: '' } })])}>
        Look
      </button>
    </>
  ),
})
