import { describe, expect, inject, it } from 'vitest'
import { notFoundTitle } from '#app/site.ts'
import { tags, titleOf } from '#tests/harness/html.ts'

/** Robots get whole pages, so that the status is right whatever comes late. */
const ROBOTS = {
  'a search engine': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'a browser without a window':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36',
}
const LATE = ['deferred', 'query', 'suspense-query']

describe.each(Object.entries(ROBOTS))('%s', (_, userAgent) => {
  const visit = (path: string) =>
    fetch(inject('origin') + path, {
      headers: { accept: 'text/html', 'user-agent': userAgent },
      redirect: 'manual',
    })

  it.each(LATE)('gets 404 and the not-found page, also after a delay, by %s', async (place) => {
    const response = await visit(`/errors/${place}-not-found`)
    const html = await response.text()
    expect(response.status).toBe(404)
    expect(titleOf(html)).toBe(notFoundTitle)
    expect(tags(html, 'meta').filter(({ name }) => name === 'robots')).toMatchObject([{ content: 'noindex' }])
    expect(tags(html, 'header').length).toBeGreaterThan(0)
  })

  it.each(LATE)('gets a redirect, also after a delay, by %s', async (place) => {
    const response = await visit(`/errors/${place}-redirect`)
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe('/errors')
  })
})
