import { describe, expect, it } from 'vitest'
import type { ConditionInput } from '#app/navigation/routing-table/parse/define-routing.ts'
import { resolveRedirect } from '#app/navigation/routing-table/match/resolve.ts'
import { browsed, served, tableOf } from '#tests/shell/navigation/routing-table/tables.ts'

function locationOf(
  condition: { has?: ConditionInput[]; missing?: ConditionInput[] },
  destination: string,
  url: string,
  headers?: Record<string, string>,
) {
  const table = tableOf({ redirects: [{ source: '/from/:rest*', destination, permanent: false, ...condition }] })
  const answer = resolveRedirect(table, served(url, headers))
  return answer.type === 'redirect' ? answer.location : answer.type
}

describe('has', () => {
  const query = [{ type: 'query', key: 'my-query' }]
  const cookie = [{ type: 'cookie', key: 'loggedIn', value: 'true' }]
  const host = [{ type: 'host', value: 'example.com' }]
  const tenant = [{ type: 'host', value: '(?<tenant>[^.]+)\\.example\\.com' }]
  const agent = [{ type: 'header', key: 'User-Agent', value: '.*(?:Mobile|Android).*' }]
  const pair = [{ type: 'header', key: 'x-pair', value: '(?<a>[^:]+):(?<b>.+)' }]
  it.each([
    [query, '/another?value=:myquery', '/from?my-query=hellooo', {}, '/another?my-query=hellooo&value=hellooo'],
    [
      query,
      '/another?value=:myquery',
      '/from?my-query=a&my-query=b%26c',
      {},
      '/another?my-query=a&my-query=b%26c&value=b%26c',
    ],
    [query, '/another', '/from?my-query=', {}, 'none'],
    [agent, '/mobile', '/from', { 'user-agent': `Android${' '.repeat(5_000)}.` }, 'none'],
    [[{ type: 'query', key: 'q', value: '.*b' }], '/another', '/from?q=a%0Ab', {}, '/another?q=a%0Ab'],
    [cookie, '/another?authorized=1', '/from', { cookie: 'a=b; loggedIn=true' }, '/another?authorized=1'],
    [cookie, '/another', '/from', {}, 'none'],
    [cookie, '/another', '/from', { cookie: 'xloggedIn=true' }, 'none'],
    [host, '/another?host=1', '/from', { host: 'EXAMPLE.com:3000' }, '/another?host=1'],
    [host, '/another', '/from', { host: 'example.com.evil.com' }, 'none'],
    [tenant, '/t/:tenant/:rest*', '/from/x/y', { host: 'red.example.com' }, '/t/red/x/y'],
    [agent, '/m', '/from', { 'user-agent': 'a Mobile b' }, '/m'],
    [pair, '/p/:a?b=:b', '/from', { 'x-pair': 'one two:three&four' }, '/p/one%20two?b=three%26four'],
    [pair, '/p/:a', '/from', { 'x-pair': '//evil.com:x' }, '/p/evil.com'],
    [pair, '/:a', '/from', { 'x-pair': '//evil.com:x' }, '/evil.com'],
    [pair, '/:a', '/from', { 'x-pair': '\\\\evil.com:x' }, '/%5C%5Cevil.com'],
    [pair, '/p/:a', '/from', { 'x-pair': '../admin:x' }, 'none'],
    [[...cookie, ...host], '/both', '/from', { cookie: 'loggedIn=true', host: 'example.com' }, '/both'],
    [[...cookie, ...host], '/both', '/from', { cookie: 'loggedIn=true' }, 'none'],
  ])('%j → %s: %s with %j ends at %s', (has, destination, url, headers, end) => {
    expect(locationOf({ has }, destination, url, headers)).toBe(end)
  })

  it('anchors every alternative of a value', () => {
    const has = [{ type: 'header', key: 'x', value: 'a|b' }]
    expect(locationOf({ has }, '/to', '/from', { x: 'b' })).toBe('/to')
    expect(locationOf({ has }, '/to', '/from', { x: 'ax' })).toBe('none')
  })
})

describe('missing', () => {
  it('holds while the value is absent or different', () => {
    const missing = [{ type: 'cookie', key: 'seen', value: 'yes' }]
    expect(locationOf({ missing }, '/to', '/from')).toBe('/to')
    expect(locationOf({ missing }, '/to', '/from', { cookie: 'seen=no' })).toBe('/to')
    expect(locationOf({ missing }, '/to', '/from', { cookie: 'seen=yes' })).toBe('none')
  })
})

describe('in the browser', () => {
  const table = tableOf({
    redirects: [
      { source: '/q', destination: '/to', permanent: false, has: [{ type: 'query', key: 'a' }] },
      { source: '/c', destination: '/to', permanent: false, has: [{ type: 'cookie', key: 'a', value: '1' }] },
      { source: '/h', destination: '/to', permanent: false, has: [{ type: 'header', key: 'a' }] },
      { source: '/o', destination: '/to', permanent: false, has: [{ type: 'host', value: 'a.com' }] },
      {
        source: '/both',
        destination: '/to',
        permanent: false,
        has: [
          { type: 'header', key: 'a' },
          { type: 'query', key: 'a' },
        ],
      },
      { source: '/both', destination: '/later', permanent: false },
    ],
  })
  it.each([
    ['/q?a=1', {}, 'redirect'],
    ['/q', {}, 'none'],
    ['/c', { a: '1' }, 'redirect'],
    ['/c', { a: '2' }, 'none'],
    // A cookie that scripts do not see may still be there.
    ['/c', {}, 'ask-server'],
    ['/h', {}, 'ask-server'],
    ['/o', {}, 'ask-server'],
    ['/both?a=1', {}, 'ask-server'],
    // The query settles it, so that the header does not matter and the next rule applies.
    ['/both', {}, 'redirect'],
  ])('%s with cookies %j: %s', (url, cookies, type) => {
    expect(resolveRedirect(table, browsed(url, cookies)).type).toBe(type)
  })
})
