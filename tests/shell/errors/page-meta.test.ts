import { expect, it } from 'vitest'
import { pageMeta } from '#app/errors/page-meta.ts'
import { documentTitle, notFoundTitle } from '#app/site.ts'

it('a page has its title and description', () => {
  expect(pageMeta({ match: { status: 'success' } }, 'Rules', 'Redirects and rewrites.')).toEqual([
    { title: documentTitle('Rules') },
    { name: 'description', content: 'Redirects and rewrites.' },
  ])
})

it('a route without data has neither', () => {
  expect(pageMeta({ match: { status: 'error' } }, undefined, undefined)).toEqual([])
})

it('a page that is not found has the title of the not-found page and is not indexed', () => {
  const match = { status: 'notFound' }
  expect(pageMeta({ match }, 'Rules', 'Redirects and rewrites.')).toEqual([
    { title: notFoundTitle },
    { name: 'robots', content: 'noindex' },
  ])
})
