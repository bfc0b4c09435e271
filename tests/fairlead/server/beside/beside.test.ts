import { describe, expect, it } from 'vitest'
import { oldApplicationOf } from '#fairlead/server/beside/beside.server.ts'
import { chooseSide } from '#fairlead/server/beside/choose-side.ts'
import { tableOf } from '#tests/fairlead/navigation/routing-table/tables.ts'
import type { Beside } from '#fairlead/navigation/routing-table/routing-types.ts'

const NOTHING: Beside = { cookies: [], keep: [], share: {} }
const NONE = { BESIDE_ORIGIN: undefined }
const OWN = ['session', 'draft']

describe('the old application', () => {
  it.each<[string, Parameters<typeof oldApplicationOf>, unknown]>([
    ['none', [undefined, NONE, OWN], undefined],
    ['of the table', [{ ...NOTHING, origin: 'http://a' }, NONE, OWN], { origin: 'http://a', ownCookies: OWN }],
    [
      'of the environment',
      [{ ...NOTHING, origin: 'http://a' }, { BESIDE_ORIGIN: 'http://b' }, OWN],
      { origin: 'http://b' },
    ],
    [
      'with the session',
      [{ ...NOTHING, origin: 'http://a', cookies: ['session'] }, NONE, OWN],
      { ownCookies: ['draft'] },
    ],
  ])('is %s', (_, given, old) => {
    const found = oldApplicationOf(...given)
    if (old === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject(old as object)
  })

  it('has an origin', () => {
    expect(() => oldApplicationOf(NOTHING, NONE, OWN)).toThrow('write `origin` there, or set BESIDE_ORIGIN')
  })

  it('is in the table, or the browser would not know of it', () => {
    expect(() => oldApplicationOf(undefined, { BESIDE_ORIGIN: 'http://b' }, OWN)).toThrow('write `beside: {}` there')
  })
})

describe('the side of a request', () => {
  const table = tableOf({
    redirects: [{ source: '/former', destination: '/start', permanent: true }],
    rewrites: {
      afterFiles: [
        { source: '/shown', destination: '/start' },
        { source: '/lost', destination: '/nowhere' },
      ],
    },
  })
  const pages = new Set(['/', '/start', '/blog/1', '/shop', '/de', '/de/start', '/de/blog/1'])
  const share = { '/blog/*': 20 }
  const sideOf = (url: string, ticket?: number, isNextAction = false) =>
    chooseSide({ share }, ['/shop'], table, { url, headers: new Headers(), isNextAction, ticket }, (path) =>
      pages.has(path) ? 'static' : null,
    )

  it.each([
    ['/', 'new', 'routes'],
    ['/start?a=1', 'new', 'routes'],
    ['/start/', 'new', 'routes'],
    ['/de/start', 'new', 'routes'],
    ['/former', 'new', 'routes'],
    ['/shown', 'new', 'routes'],
    ['/robots.txt', 'new', 'routes'],
    ['/%E0%A4%A', 'new', 'routes'],
    ['/lost', 'old', 'routes'],
    ['/other', 'old', 'routes'],
    ['/other/', 'old', 'routes'],
    ['/favicon.ico', 'old', 'routes'],
    ['/shop', 'old', 'keep /shop'],
    ['/de/shop', 'old', 'keep /shop'],
    ['/shop/', 'old', 'keep /shop'],
    ['/%73hop', 'old', 'keep /shop'],
  ])('%s is that of the %s one by %s', (url, side, by) => {
    expect(sideOf(url)).toEqual({ side, by })
  })

  it.each([
    ['/blog/1', 19, 'new'],
    ['/blog/1', 20, 'old'],
    ['/de/blog/1', 20, 'old'],
  ])('%s with the ticket %i is that of the %s one', (url, ticket, side) => {
    expect(sideOf(url, ticket)).toEqual({ side, by: 'share /blog/*', shared: '/blog/*' })
  })

  it('of a server action is where its page was', () => {
    expect(sideOf('/start', undefined, true)).toEqual({ side: 'old', by: 'action' })
  })
})
