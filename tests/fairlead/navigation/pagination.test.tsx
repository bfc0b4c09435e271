import { RouterContextProvider } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { describe, expect, it } from 'vitest'
import { Pagination, pagesToShow } from '#fairlead/navigation/pagination.tsx'
import { memoryRouter } from '#tests/fairlead/navigation/memory-router.ts'

describe('the pages that are shown', () => {
  it.each([
    [1, 1, '1'],
    [1, 3, '1 2 3'],
    [1, 9, '1 2 … 9'],
    [4, 9, '1 2 3 4 5 … 9'],
    [5, 9, '1 … 4 5 6 … 9'],
    [6, 9, '1 … 5 6 7 8 9'],
    [9, 9, '1 … 8 9'],
    [500, 1000, '1 … 499 500 501 … 1000'],
    [7, 3, '1 2 3'],
  ])('on page %i of %i are %s', (page, pages, shown) => {
    expect(
      pagesToShow(page, pages)
        .map((each) => each ?? '…')
        .join(' '),
    ).toBe(shown)
  })
})

const texts = { to: '/tides', label: 'Pages', previous: 'Previous', next: 'Next', className: 'pages' }

/** The path of this test is no route of the application, whose types `Pagination` has. */
const Untyped = Pagination as ComponentType<object>

/** Renders it on a page, and returns its links: the text, what is marked, and the address. */
function links(address: string, props: object): string[] {
  const router = memoryRouter(['/tides'], address)
  const html = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <IntlProvider locale="en" messages={{}}>
        <Untyped {...texts} {...props} />
      </IntlProvider>
    </RouterContextProvider>,
  )
  if (html !== '') expect(html).toMatch(/^<nav aria-label="Pages" class="pages"><ul role="list"><li>/)
  return [...html.matchAll(/<a (.*?)>(.*?)<\/a>/g)].map(([, attributes = '', text = '']) => {
    const [, href = ''] = /href="([^"]*)"/.exec(attributes) ?? []
    const marks = [...attributes.matchAll(/(?:rel|aria-current)="[^"]*"/g)].map(([mark]) => ` ${mark}`)
    return `${text}${marks.join('')} ${href.replaceAll('&amp;', '&')}`
  })
}

const search = (page: number) => ({ sort: 'port', page: page > 1 ? page : undefined })

describe('links to pages', () => {
  it('lead to those around, keep the search, and name the current one', () => {
    expect(links('/tides?sort=port&page=2', { page: 2, pages: 9, search })).toEqual([
      'Previous rel="prev" /tides?sort=port',
      '1 /tides?sort=port',
      '2 aria-current="page" /tides?sort=port&page=2',
      '3 /tides?sort=port&page=3',
      '9 /tides?sort=port&page=9',
      'Next rel="next" /tides?sort=port&page=3',
    ])
  })

  it.each([
    ['of the only page', { page: 1, pages: 1, search }, []],
    ['of no page', { page: 1, pages: 0, search }, []],
    [
      'behind the last page',
      { page: 7, pages: 1, search },
      ['Previous rel="prev" /tides?sort=port', '1 /tides?sort=port'],
    ],
    ['where all rows are gone', { page: 7, pages: 0, search }, ['Previous rel="prev" /tides?sort=port']],
    ['before a cursor', { before: { before: 'a7' }, after: undefined }, ['Previous rel="prev" /tides?before=a7']],
    ['after a cursor', { before: undefined, after: { after: 'a9' } }, ['Next rel="next" /tides?after=a9']],
    ['without cursors', { before: undefined, after: undefined }, []],
  ] satisfies [string, object, string[]][])('%s lead to the pages that exist', (_, props, expected) => {
    expect(links('/tides?page=7', props)).toEqual(expected)
  })
})

it('links to pages take the search params of the route', () => {
  const { label, previous, next } = texts
  const own = { label, previous, next, pages: 2 }
  const right = <Pagination {...own} to="/{-$locale}/lab/links" page={1} search={(page) => ({ delay: page })} />
  // @ts-expect-error -- `delay` is a number
  const wrong = <Pagination {...own} to="/{-$locale}/lab/links" page={1} search={() => ({ delay: 'long' })} />
  expect([right.type, wrong.type]).toEqual([Pagination, Pagination])
})
