// Checked by tsc: every `@ts-expect-error` is a mistake that must not compile, every other line must.
import type { Interception } from '#fairlead/navigation/interception/declare-interception.ts'

export const declarations: Interception[] = [
  { over: '.' },
  { over: '..' },
  { over: '../..' },
  { over: '/' },
  { over: ['/{-$locale}/lab/gallery', '/{-$locale}/lab/feed'] },
  { over: [{ route: '/{-$locale}/lab/item/$id', params: { id: '7' } }] },
  { over: [{ route: '/{-$locale}/lab/item/$id', params: { id: '7', locale: 'en' } }] },
  { over: '..', component: () => null },
  // @ts-expect-error there is no such level
  { over: '../../..' },
  // @ts-expect-error there is no such route
  { over: ['/{-$locale}/lab/galery'] },
  // @ts-expect-error a route is named by its id, not by an address
  { over: ['/lab/gallery'] },
  // @ts-expect-error an item has no such param
  { over: [{ route: '/{-$locale}/lab/item/$id', params: { name: '7' } }] },
  // @ts-expect-error a param is text
  { over: [{ route: '/{-$locale}/lab/item/$id', params: { id: 7 } }] },
  // @ts-expect-error it has to say over what
  { component: () => null },
]
