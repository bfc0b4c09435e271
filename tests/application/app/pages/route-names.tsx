import { type CheckedPathnames, routePath } from 'fairlead/routing'
import type { FormLink } from 'fairlead/forms'
import { publicUrl } from 'fairlead/locale'
import { type Interception, Link, Pagination, Slot, usePublicUrl, withBasePath } from 'fairlead/navigation'
import { requireSession } from 'fairlead/sessions'

/*
 * Everything of the shell that is given a route takes what `to` of a link takes. The pages are in a layout without a path,
 * in a group, and below the optional language: the file of `/sign-in` is `_harbour/(people)/sign-in.tsx`. Types alone.
 */

export const link = <Link to="/{-$locale}/sign-in">Sign in</Link>

const texts = { label: 'Pages', previous: 'Previous', next: 'Next' }
export const pages = <Pagination to="/{-$locale}/sign-in" page={1} pages={2} search={() => ({})} {...texts} />
// @ts-expect-error no such page
export const pagesOfNothing = <Pagination to="/{-$locale}/nowhere" page={1} pages={2} search={() => ({})} {...texts} />

export const guard = () => requireSession('/{-$locale}/sign-in')
// @ts-expect-error the id of a route is no address
export const guardById = () => requireSession('/{-$locale}/_harbour/(people)/sign-in')
// @ts-expect-error no such page
export const guardByNothing = () => requireSession('/{-$locale}/sign-out')

export const interceptions: Interception[] = [
  { over: ['/{-$locale}/gallery'] },
  { over: [{ route: '/{-$locale}/board/mail/$id', params: { id: '7' } }] },
  { over: ['/{-$locale}/_harbour'] },
  // @ts-expect-error no such page
  { over: ['/{-$locale}/nowhere'] },
]

export const slot = <Slot name="route-names" pages={{ '/{-$locale}/board/mail/$id': () => null }} />
export const slotById = <Slot name="route-ids" pages={{ '/{-$locale}/board/_deck/(post)/mail/$id': () => null }} />
// @ts-expect-error no such page
export const slotOfNothing = <Slot name="route-none" pages={{ '/{-$locale}/nowhere': () => null }} />

export const formLinks: FormLink[] = [
  { to: '/{-$locale}/sign-in' },
  { to: '/{-$locale}/board/mail/$id', params: { id: '7' } },
  // @ts-expect-error no such page
  { to: '/{-$locale}/nowhere' },
]

export const publicUrls = () => [
  publicUrl({ to: '/{-$locale}/sign-in', locale: 'en' }),
  publicUrl({ to: '/{-$locale}/board/mail/$id', params: { id: '7' }, locale: 'en' }),
  // @ts-expect-error no such page
  publicUrl({ to: '/{-$locale}/nowhere', locale: 'en' }),
]

export const destinations = () => [
  routePath('/sign-in'),
  routePath('/board/mail/$id', { id: ':id' }),
  // @ts-expect-error the id of a route is no address
  routePath('/_harbour/(people)/sign-in'),
]

export function Addresses() {
  const urlOf = usePublicUrl()
  return [
    urlOf('/board/mail/7'),
    withBasePath('/board/mail/7'),
    // @ts-expect-error no such page
    urlOf('/nowhere'),
    // @ts-expect-error no such page
    withBasePath('/nowhere'),
  ]
}

export const pathnames: CheckedPathnames<{ '/sign-in': { de: '/anmelden' } }, 'en' | 'de'> = {
  '/sign-in': { de: '/anmelden' },
}
