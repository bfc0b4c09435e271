// Checked by tsc: every `@ts-expect-error` is a mistake that must not compile, every other line must.
import { Link, redirect, type UseNavigateResult } from '@tanstack/react-router'

export function Links() {
  return (
    <>
      <Link to="/{-$locale}/lab/item/$id" params={{ id: '1' }}>
        the first
      </Link>
      <Link to="/{-$locale}/lab/item/$id" params={{ id: '1', locale: 'en' }}>
        the first, in English
      </Link>
      {/* @ts-expect-error an item needs its id */}
      <Link to="/{-$locale}/lab/item/$id">none</Link>
      {/* @ts-expect-error the language alone names no item */}
      <Link to="/{-$locale}/lab/item/$id" params={{ locale: 'en' }}>
        none
      </Link>
      {/* @ts-expect-error an id is text */}
      <Link to="/{-$locale}/lab/item/$id" params={{ id: 1 }}>
        the first
      </Link>
    </>
  )
}

export async function navigations(navigate: UseNavigateResult<string>) {
  await navigate({ to: '/{-$locale}/lab/item/$id', params: { id: '1' } })
  // @ts-expect-error an item needs its id
  await navigate({ to: '/{-$locale}/lab/item/$id' })
}

export const redirects = [
  redirect({ to: '/{-$locale}/lab/docs/by/$author', params: { author: 'ada' } }),
  // @ts-expect-error an author needs a name
  redirect({ to: '/{-$locale}/lab/docs/by/$author' }),
]
