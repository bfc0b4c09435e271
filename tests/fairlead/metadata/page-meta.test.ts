import { expect, it } from 'vitest'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { documentTitle, notFoundTitle } from '#app/site.ts'

const context = {
  match: { status: 'success' },
  matches: [{ loaderData: { baseUrl: 'https://example.com' } }, {}],
}
const image = { url: '/tide.png', alt: 'The tide', width: 1_200, height: 630 }

it('a page has its title and description, and both in previews', () => {
  expect(pageMeta(context, 'Rules', 'Redirects and rewrites.')).toEqual([
    { title: documentTitle('Rules') },
    { name: 'description', content: 'Redirects and rewrites.' },
    { property: 'og:title', content: 'Rules' },
    { property: 'og:description', content: 'Redirects and rewrites.' },
  ])
})

it('a page has a type and an image, with its whole URL', () => {
  expect(pageMeta(context, 'Tide', undefined, { type: 'article', image })).toEqual([
    { title: documentTitle('Tide') },
    { property: 'og:title', content: 'Tide' },
    { property: 'og:type', content: 'article' },
    { property: 'og:image', content: 'https://example.com/tide.png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'The tide' },
  ])
  const elsewhere = { ...image, url: 'https://images.example/tide.png' }
  expect(pageMeta(context, 'Tide', undefined, { image: elsewhere })).toContainEqual({
    property: 'og:image',
    content: 'https://images.example/tide.png',
  })
})

it('a page may have no preview', () => {
  expect(pageMeta(context, 'Reports', 'Sign in.', false)).toEqual([
    { title: documentTitle('Reports') },
    { name: 'description', content: 'Sign in.' },
  ])
})

it('a route without data has no metadata', () => {
  expect(pageMeta({ match: { status: 'error' } }, undefined, undefined)).toEqual([])
})

it('a page that is not found has the title of the not-found page and is not indexed', () => {
  const match = { status: 'notFound' }
  expect(pageMeta({ ...context, match }, 'Rules', 'Redirects and rewrites.', { image })).toEqual([
    { title: notFoundTitle },
    { name: 'robots', content: 'noindex' },
  ])
})
