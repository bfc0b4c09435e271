import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  HeadContent,
  notFound,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { INLINE_LIMIT, inlinedStyles, ServerHead } from '#fairlead/metadata/document-head.tsx'

const { styleSheets } = vi.hoisted(() => ({ styleSheets: {} as Record<string, string> }))

vi.mock('virtual:style-sheets', () => ({ styleSheets }))

const NONCE = 'bm9uY2U='

const styles = (href: string) => ({ rel: 'stylesheet', href })

type Head = {
  headers?: Record<string, string>
  meta?: Record<string, unknown>[]
  links?: Record<string, string>[]
  styles?: { children: string }[]
  scripts?: { children: string }[]
}

const ROOT: Head = {
  meta: [
    { charSet: 'utf-8' },
    { title: 'Site' },
    { name: 'description', content: 'A site' },
    { property: 'og:title', content: 'Site' },
  ],
  links: [styles('/root.css'), { rel: 'icon', href: '/icon.svg' }],
}

/** Returns the tags that a component has for the page `/page`. */
async function tagsOf(Component: ComponentType, page: Head, missing = false): Promise<string[]> {
  const root = createRootRoute({ head: () => ROOT as object })
  const child = createRoute({
    getParentRoute: () => root,
    path: 'page',
    loader: () => (missing ? Promise.reject(notFound() as unknown as Error) : undefined),
    head: () => page as object,
    headers: () => page.headers,
  })
  const router = createRouter({
    routeTree: root.addChildren([child]),
    history: createMemoryHistory({ initialEntries: ['/page'] }),
    ssr: { nonce: NONCE },
    isServer: true,
  })
  router.ssr = {
    manifest: {
      routes: {
        [root.id]: { preloads: ['/root.js'], css: ['/chunk.css'] },
        [child.id]: { preloads: ['/page.js', { href: '/cdn.js', crossOrigin: 'anonymous' }], css: ['/page.css'] },
      },
    },
  }
  await router.load()
  const html = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <Component />
    </RouterContextProvider>,
  )
  return html.split(/(?=<(?!\/))/)
}

/** Returns a tag without its nonce, with its attributes in the order of their names. */
const comparable = (tag: string) =>
  tag.replace(` nonce="${NONCE}"`, '').replace('/>', '').split(' ').toSorted().join(' ')
/** True if the order of a tag counts. */
const isOrdered = (tag: string) => /stylesheet|name=|property="og:/.test(tag)

it.each<[string, Head, boolean?]>([
  ['that has none of its own', {}],
  ['with a title and a description', { meta: [{ title: 'Page' }, { name: 'description', content: 'A page' }] }],
  ['whose tags take their place by the last one', { meta: [{ name: 'description', content: 'A page' }] }],
  ['with empty names', { meta: ['a', 'b'].map((content) => ({ name: '', content })) }],
  ['with an order of its own', { links: [{ ...styles('/own.css'), precedence: 'own' }, styles('/other.css')] }],
  ['with a tag of the root again', { meta: [{ charSet: 'utf-8' }, { property: 'og:title', content: 'Page' }] }],
  ['with two tags of a name', { meta: [1, 2].map((content) => ({ name: 'robots', content: String(content) })) }],
  ['with a link that occurs twice', { links: [styles('/own.css'), styles('/own.css'), styles('/root.css')] }],
  ['with style and script elements', { styles: [{ children: 'p{}' }], scripts: [{ children: '1' }] }],
  ['with structured data', { meta: [{ 'script:ld+json': { '@type': 'Thing' } }] }],
  ['that is not there', { meta: [{ title: 'Page' }] }, true],
])("the tags of a page %s are those of the router's component", async (_name, page, missing) => {
  const [own, theirs] = [await tagsOf(ServerHead, page, missing), await tagsOf(HeadContent, page, missing)]
  expect(own.map(comparable).toSorted()).toEqual(theirs.map(comparable).toSorted())
  expect(own.filter(isOrdered).map(comparable)).toEqual(theirs.filter(isOrdered).map(comparable))
})

it('only style sheets and what loads a script carry the nonce', async () => {
  const tags = await tagsOf(ServerHead, { links: [{ rel: 'preload', as: 'script', href: '/own.js' }] })
  const carrying = tags.filter((tag) => tag.includes(' nonce='))
  const files = carrying.map((tag) => / href="([^"]+)"/.exec(tag)?.[1])
  expect(new Set(files)).toEqual(
    new Set(['/root.css', '/chunk.css', '/page.css', '/cdn.js', '/own.js', '/page.js', '/root.js']),
  )
  expect(tags).toContain(`<meta property="csp-nonce" content="${NONCE}"/>`)
})

describe('style sheets of a page', () => {
  const texts = { '/a.css': 'a{}', '/b.css': 'b{}', '/long.css': 'l'.repeat(INLINE_LIMIT) }

  it.each([
    ['that are all of the build', ['/a.css', '/b.css'], 'a{}b{}'],
    ['one of which is not of the build', ['/a.css', 'https://fonts.example/c.css'], undefined],
    ['one of which has the name of a member of objects', ['/a.css', 'toString'], undefined],
    ['as long as the limit', ['/long.css'], texts['/long.css']],
    ['longer than the limit', ['/long.css', '/a.css'], undefined],
    ['of which there are none', [], undefined],
    ['one of which occurs twice', ['/a.css', '/b.css', '/a.css'], 'a{}b{}'],
  ])('%s', (_, hrefs, expected) => {
    expect(inlinedStyles([...hrefs.map(styles), { rel: 'icon', href: '/icon.svg' }], texts)).toBe(expected)
  })

  it.each([{ media: 'print' }, { precedence: 'own' }, { disabled: true }])('with %j are linked', (attribute) => {
    expect(inlinedStyles([styles('/a.css'), { ...styles('/b.css'), ...attribute }], texts)).toBe(undefined)
  })

  describe('that the document has room for', () => {
    beforeEach(() => void Object.assign(styleSheets, { '/root.css': 'r{}', '/chunk.css': 'c{}', '/page.css': 'p{}' }))
    afterEach(() => {
      for (const href of Object.keys(styleSheets)) delete styleSheets[href]
    })

    it('are in the document once, and linked as what is not fetched', async () => {
      const tags = await tagsOf(ServerHead, {})
      expect(tags.filter((tag) => tag.startsWith('<style'))).toEqual([
        `<style data-precedence="default" nonce="${NONCE}">r{}c{}p{}</style>`,
      ])
      expect(tags.filter((tag) => tag.includes('stylesheet'))).toEqual(
        ['/root.css', '/chunk.css', '/page.css'].map((href) => `<link rel="stylesheet" href="${href}" disabled=""/>`),
      )
    })

    it('are linked where the page has a policy of its own, which may forbid them', async () => {
      const tags = await tagsOf(ServerHead, { headers: { 'Content-Security-Policy': "style-src 'self'" } })
      expect(tags.filter((tag) => tag.startsWith('<style'))).toEqual([])
      expect(tags.filter((tag) => tag.includes('stylesheet')).some((tag) => tag.includes('disabled'))).toBe(false)
    })
  })
})
