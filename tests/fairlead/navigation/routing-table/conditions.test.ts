import { describe, expect, it } from 'vitest'
import type { ConditionInput } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { resolveRedirect } from '#fairlead/navigation/routing-table/match/resolve.ts'
import {
  browsed,
  cookie,
  header,
  host,
  query,
  redirect,
  served,
  tableOf,
} from '#tests/fairlead/navigation/routing-table/tables.ts'

function locationOf(
  condition: { has?: ConditionInput[]; missing?: ConditionInput[] },
  destination: string,
  url: string,
  headers?: Record<string, string>,
) {
  const table = tableOf({ redirects: [redirect('/from/:rest*', destination, condition)] })
  const answer = resolveRedirect(table, served(url, headers))
  return answer.type === 'redirect' ? answer.location : answer.type
}

describe('the condition `has`', () => {
  const asked = [query('my-query')]
  const signedIn = [cookie('loggedIn', 'true')]
  const onHost = [host('example.com')]
  const tenant = [host('(?<tenant>[^.]+)\\.example\\.com')]
  const agent = [header('User-Agent', '.*(?:Mobile|Android).*')]
  const pair = [header('x-pair', '(?<a>[^:]+):(?<b>.+)')]
  it.each([
    [asked, '/another?value=:myquery', '/from?my-query=hellooo', {}, '/another?my-query=hellooo&value=hellooo'],
    [
      asked,
      '/another?value=:myquery',
      '/from?my-query=a&my-query=b%26c',
      {},
      '/another?my-query=a&my-query=b%26c&value=b%26c',
    ],
    [asked, '/another', '/from?my-query=', {}, 'none'],
    [agent, '/mobile', '/from', { 'user-agent': `Android${' '.repeat(5_000)}.` }, 'none'],
    [[query('q', '.*b')], '/another', '/from?q=a%0Ab', {}, '/another?q=a%0Ab'],
    [signedIn, '/another?authorized=1', '/from', { cookie: 'a=b; loggedIn=true' }, '/another?authorized=1'],
    [signedIn, '/another', '/from', {}, 'none'],
    [signedIn, '/another', '/from', { cookie: 'xloggedIn=true' }, 'none'],
    [onHost, '/another?host=1', '/from', { host: 'EXAMPLE.com:3000' }, '/another?host=1'],
    [onHost, '/another', '/from', { host: 'example.com.evil.com' }, 'none'],
    [tenant, '/t/:tenant/:rest*', '/from/x/y', { host: 'red.example.com' }, '/t/red/x/y'],
    [agent, '/m', '/from', { 'user-agent': 'a Mobile b' }, '/m'],
    [pair, '/p/:a?b=:b', '/from', { 'x-pair': 'one two:three&four' }, '/p/one%20two?b=three%26four'],
    [pair, '/p/:a', '/from', { 'x-pair': '//evil.com:x' }, '/p/evil.com'],
    [pair, '/:a', '/from', { 'x-pair': '//evil.com:x' }, '/evil.com'],
    [pair, '/:a', '/from', { 'x-pair': '\\\\evil.com:x' }, '/%5C%5Cevil.com'],
    [pair, '/p/:a', '/from', { 'x-pair': '../admin:x' }, 'none'],
    [[...signedIn, ...onHost], '/both', '/from', { cookie: 'loggedIn=true', host: 'example.com' }, '/both'],
    [[...signedIn, ...onHost], '/both', '/from', { cookie: 'loggedIn=true' }, 'none'],
  ])('%j → %s: %s with %j ends at %s', (has, destination, url, headers, end) => {
    expect(locationOf({ has }, destination, url, headers)).toBe(end)
  })

  it('anchors every alternative of a value', () => {
    const has = [header('x', 'a|b')]
    expect(locationOf({ has }, '/to', '/from', { x: 'b' })).toBe('/to')
    expect(locationOf({ has }, '/to', '/from', { x: 'ax' })).toBe('none')
  })
})

describe('the condition `missing`', () => {
  it('holds while the value is absent or different', () => {
    const missing = [cookie('seen', 'yes')]
    expect(locationOf({ missing }, '/to', '/from')).toBe('/to')
    expect(locationOf({ missing }, '/to', '/from', { cookie: 'seen=no' })).toBe('/to')
    expect(locationOf({ missing }, '/to', '/from', { cookie: 'seen=yes' })).toBe('none')
  })
})

describe('conditions in the browser', () => {
  const table = tableOf({
    redirects: [
      redirect('/q', '/to', { has: [query('a')] }),
      redirect('/c', '/to', { has: [cookie('a', '1')] }),
      redirect('/h', '/to', { has: [header('a')] }),
      redirect('/o', '/to', { has: [host('a.com')] }),
      redirect('/both', '/to', { has: [header('a'), query('a')] }),
      redirect('/both', '/later'),
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
