import { describe, expect, it } from 'vitest'
import {
  checkInterception,
  type Interception,
  type Level,
} from '#fairlead/navigation/interception/declare-interception.ts'
import { type MatchedLocation, shouldIntercept } from '#fairlead/navigation/interception/should-intercept.ts'

/** A page below the language, as the route tree of an application with reports and teams would match it. */
function place(pattern: string, params: Record<string, string> = {}): MatchedLocation {
  const full = `/{-$locale}${pattern}`
  const segments = full.split('/').filter(Boolean)
  const paths = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
  return {
    pathname: full
      .replace(/\/\{-\$locale\}/, params.locale ? `/${params.locale}` : '')
      .replaceAll(/\$(\w+)/g, (_, name: string) => params[name] ?? '')
      .replace(/\$$/, params._splat ?? ''),
    routeIds: ['__root__', ...paths],
    paths: ['/', ...paths],
    pattern: full,
    params,
  }
}

/** Routes of a tree that the type check does not know. */
const over = (...routes: unknown[]) => ({ over: routes }) as Interception

const report = place('/reports/$id', { id: '7' })
const list = place('/reports')
const photo = place('/lab/photo/$id', { id: '7' })
const gallery = place('/lab/gallery')
/** It is in a layout without a path. */
const inLayout = { ...gallery, routeIds: ['/{-$locale}/lab/_sights', '/{-$locale}/lab/_sights/gallery'] }

describe('a target opens over a page', () => {
  it.each<[string, MatchedLocation, MatchedLocation, Interception]>([
    ['of its own folder', report, list, { over: '.' }],
    ['below its own folder', report, place('/reports/by/$day', { day: '1' }), { over: '.' }],
    ['one level up', photo, gallery, { over: '..' }],
    ['two levels up', photo, list, { over: '../..' }],
    ['anywhere, from the root', photo, place('/a/b/c'), { over: '/' }],
    ['that is named as a link names it', photo, inLayout, over('/{-$locale}/lab/gallery')],
    ['that is named without the languages', photo, inLayout, over('/lab/gallery')],
    ['in a layout that is named by its id', photo, inLayout, over('/{-$locale}/lab/_sights')],
    ['below a layout that is named', photo, gallery, over('/{-$locale}/lab')],
    [
      'in the same language',
      place('/news/$id', { id: '7', locale: 'de' }),
      place('/news', { locale: 'de' }),
      { over: '.' },
    ],
    [
      'with the params that are asked for',
      report,
      place('/teams/$team', { team: 'a' }),
      over({ route: '/{-$locale}/teams/$team', params: { team: 'a' } }),
    ],
    ['past a catch-all of several segments', place('/docs/$', { _splat: 'a/b/c' }), place('/docs'), { over: '.' }],
    ['that is another page of its folder', photo, place('/lab/photo/new'), { over: '.' }],
  ])('%s', (_, target, page, interception) => {
    expect(shouldIntercept(target, page, interception)).toBe(true)
  })
})

describe('a target takes the place of a page', () => {
  it.each<[string, MatchedLocation, MatchedLocation, Interception | undefined]>([
    ['not-declared', photo, gallery, undefined],
    ['itself', photo, place('/lab/photo/$id', { id: '8' }), over('/{-$locale}/lab')],
    ['other-params', place('/lab/photo/$id', { id: '7', locale: 'de' }), gallery, { over: '/' }],
    ['other-params', photo, place('/lab/gallery', { locale: 'de' }), over('/{-$locale}/lab/gallery')],
    ['other-params', place('/teams/$team/$id', { team: 'a' }), place('/teams/$team', { team: 'b' }), { over: '/' }],
    ['not-below', report, place('/reportsof'), { over: '.' }],
    ['not-below', photo, list, { over: '..' }],
    ['not-named', photo, list, over('/{-$locale}/lab/gallery', '/{-$locale}/lab/feed')],
    ['not-named', photo, gallery, over()],
    [
      'not-named',
      report,
      place('/teams/$team', { team: 'b' }),
      over({ route: '/{-$locale}/teams/$team', params: { team: 'a' } }),
    ],
  ])('%s', (_, target, page, interception) => {
    expect(shouldIntercept(target, page, interception)).toBe(false)
  })
})

describe('a level above the root', () => {
  const check = (fullPath: string, level: Level) =>
    checkInterception({
      routesById: { route: { fullPath, options: { staticData: { interception: { over: level } } } } },
    })

  it.each([
    ['/{-$locale}/photo', '..'],
    ['/photo/$id', '../..'],
  ] as const)('%s over %s is a fault', (fullPath, level) => {
    expect(() => check(fullPath, level)).toThrow(`cannot open over '${level}'`)
  })

  it.each([
    ['/{-$locale}/photo', '.'],
    ['/photo/$id', '..'],
    ['/{-$locale}/lab/photo/$id', '../..'],
    ['/photo', '/'],
  ] as const)('%s over %s is allowed', (fullPath, level) => {
    expect(() => check(fullPath, level)).not.toThrow()
  })
})
