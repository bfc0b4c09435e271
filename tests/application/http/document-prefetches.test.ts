import { describe, expect, it } from 'vitest'
import { createClient } from '#tests/harness/create-client.ts'
import { tags } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'

/** What Chromium sends for a document that Speculation Rules name. */
const PREFETCH = { 'sec-purpose': 'prefetch', 'sec-fetch-dest': 'document', 'sec-ch-ua': '"Chromium";v="156"' }

const VISIT = { 'sec-fetch-dest': 'document', 'sec-ch-ua': '"Chromium";v="156"' }

describe('a document says on which params it depends', () => {
  it.each([
    ['a cached page that declares some', '/varied?page=2&from=mail', 'params, except=("page")'],
    ['a cached page that declares none', '/kept/prefetched?from=mail', 'params'],
    ['a static page, which is rendered for a visitor with any', '/atlas', undefined],
    ['a page that is rendered', '/links', undefined],
  ])('%s', async (_, path, expected) => {
    const { status, headers } = await ask(path)
    expect([status, headers['no-vary-search']]).toEqual([200, expected])
  })
})

it('a server route is not run for a prefetch of a document, and is for the click after it', async () => {
  const refused = await ask('/readings', { headers: PREFETCH })
  expect([refused.status, refused.headers['cache-control']]).toEqual([503, 'no-store'])
  expect((await ask('/readings', { headers: VISIT })).status).toBe(200)
})

/** Signs in as a browser without JavaScript does, and returns the client and the response. */
async function signIn(headers: Record<string, string>) {
  const client = createClient()
  const page = await client.ask('/sign-in', { headers: { accept: 'text/html' } })
  const action = tags(page.text, 'form').find((form) => form.action?.startsWith('/_serverFn/'))?.action ?? ''
  const form = { name: 'anna', next: '/account' }
  return { client, response: await client.ask(action, { form, headers: { accept: 'text/html', ...headers } }) }
}

describe('a sign-in', () => {
  it('drops the documents that Chromium has prefetched for the visitor before', async () => {
    const { response } = await signIn(VISIT)
    expect(response.status).toBe(303)
    expect(response.headers['clear-site-data']).toBe('"prefetchCache", "prerenderCache"')
  })

  it('says nothing to browsers that would warn of it', async () => {
    const { response } = await signIn({})
    expect(response.status).toBe(303)
    expect(response.headers['clear-site-data']).toBeUndefined()
  })
})

it('a message for the next page waits for a page that is shown', async () => {
  const { client } = await signIn(VISIT)
  const account = await client.ask('/account', { headers: { accept: 'text/html' } })
  const action = tags(account.text, 'form').find((form) => form.id === 'leave')?.action ?? ''
  const left = await client.ask(action, { form: {}, headers: { accept: 'text/html', ...VISIT } })
  expect(left.headers['clear-site-data']).toBe('"prefetchCache", "prerenderCache"')
  const page = left.headers.location ?? ''
  const read = async (headers: Record<string, string>) =>
    (await client.ask(page, { headers: { accept: 'text/html', ...headers } })).text.includes('Goodbye')
  expect([await read(PREFETCH), await read(VISIT), await read(VISIT)]).toEqual([false, true, false])
})
