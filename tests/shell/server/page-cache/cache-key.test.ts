import { expect, it } from 'vitest'
import { type CacheRequest, getCacheKey } from '#app/server/page-cache/cache-key.ts'

const PLAIN: CacheRequest = { method: 'GET', pathname: '/about', search: '', cookie: undefined, domain: undefined }

const decide = (asked: Partial<CacheRequest>) =>
  getCacheKey({ ...PLAIN, ...asked }, ['desk', 'session'], (path) => path === '/about')

it.each<[string, Partial<CacheRequest>, string | undefined, 'light' | 'dark' | undefined]>([
  ['without a cookie', {}, undefined, undefined],
  ['for the headers alone', { method: 'HEAD' }, undefined, undefined],
  ['with a theme', { cookie: 'a=b; theme=dark; c=d' }, undefined, 'dark'],
  ['with another theme', { cookie: 'theme=light' }, undefined, 'light'],
  ['with an unknown theme', { cookie: 'theme=pink' }, undefined, undefined],
  ['with a cookie that ends like the theme', { cookie: 'my-theme=dark' }, undefined, undefined],
  ['with cookies that no cached page depends on', { cookie: 'NEXT_LOCALE=de; tz=UTC' }, undefined, undefined],
  ['on a domain of the table', { domain: 'example.de' }, 'example.de', undefined],
])('a request %s is for a cached page', (_, request, domain, theme) => {
  expect(decide(request)).toEqual({ type: 'static', key: { pathname: '/about', domain, theme } })
})

it.each<[string, Partial<CacheRequest>]>([
  ['with a session', { cookie: 'theme=dark; session=x' }],
  ['with an empty session', { cookie: 'session=' }],
  ['with a session of the other kind', { cookie: 'desk=x' }],
  ['with a draft or a flash message', { cookie: 'draft=x' }],
  ['with a query', { search: '?q=x' }],
  ['that posts', { method: 'POST' }],
  ['for a page that differs between visitors', { pathname: '/reports' }],
])('a request %s is rendered for its visitor', (_, request) => {
  expect(decide(request)).toEqual({ type: 'visitor' })
})
