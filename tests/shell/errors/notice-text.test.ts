import { describe, expect, it } from 'vitest'
import { noticeText } from '#app/errors/notice-text.server.ts'
import { createRequestContext, runWithRequestContext } from '#app/server/request-context.server.ts'

const textFor = (url: string, headers: Record<string, string>, kind: 'page' | 'call') =>
  runWithRequestContext(createRequestContext(new Request(url, { headers }), kind, undefined), () =>
    noticeText('signInTooMany', { seconds: 37 }),
  )

describe('a notice is in the language', () => {
  it.each([
    ['of the page', 'http://x/de/account', {}, 'page', /in 37 Sekunden noch einmal/],
    ['of the page that made a call', 'http://x/_serverFn/1', { referer: 'http://x/ja/sign-in' }, 'call', /37 秒後/],
    [
      'of the browser, of a call without a page',
      'http://x/_serverFn/1',
      { 'accept-language': 'de' },
      'call',
      /Sekunden/,
    ],
    ['of the site otherwise', 'http://x/_serverFn/1', {}, 'call', /again in 37 seconds/],
  ] as const)('%s', async (_, url, headers, kind, text) => {
    expect(await textFor(url, headers, kind)).toMatch(text)
  })
})
