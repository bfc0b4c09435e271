import { describe, expect, it } from 'vitest'
import { tags } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'
import { everyPage, pageAt } from '#tests/site/pages.ts'

/** Returns the path of the Markdown that a page names as its alternate. */
const alternateOf = (html: string) =>
  tags(html, 'link').find(({ rel, type }) => rel === 'alternate' && type === 'text/markdown')?.href ?? ''

describe('a handbook page as Markdown', () => {
  it.each(['/handbook', '/handbook/decisions/004-redirects-and-rewrites', '/ja/handbook', '/de/handbook/caching'])(
    '%s: its links lead to Markdown',
    async (path) => {
      const { text } = await pageAt(path)
      const alternate = alternateOf(text)
      const { status, headers, body } = await ask(alternate)
      expect([status, headers['content-type']], alternate).toEqual([200, 'text/markdown; charset=utf-8'])
      const markdown = body.toString()
      const title = /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1] ?? ''
      expect(markdown.startsWith(`# ${title.replaceAll('&amp;', '&')}\n`), markdown.slice(0, 80)).toBe(true)
      expect(markdown).not.toContain('](handbook:')
      const links = new Set([...markdown.matchAll(/\]\((\/[^)#]+)/g)].map(([, link = '']) => link))
      const answers = await Promise.all([...links].map(async (link) => [link, (await ask(link)).status]))
      expect(answers.filter(([, code]) => code !== 200)).toEqual([])
    },
  )

  it.each(['/handbook/no-such-page.md', '/handbook/..%2findex.md', `/handbook/${'a/'.repeat(900)}a.md`])(
    '%s: is no page',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
    },
  )
})

const LISTS: [path: string, start: string][] = [
  ['/llms.txt', '# Fairlead\n\n> A navigation layer'],
  ['/de/llms.txt', '# Fairlead\n\n> Eine Navigationsschicht'],
]

it.each(LISTS)('%s lists every page of the handbook with its summary', async (path, start) => {
  const { status, headers, body } = await ask(path)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = body.toString()
  expect(text.startsWith(start)).toBe(true)
  const listed = [...text.matchAll(/^- \[.+\]\((http[^)]+\.md)\): .+$/gm)].map(([, url = '']) => new URL(url).pathname)
  const pages = everyPage.flatMap((page) => (/^\/handbook(?:\/|$)/.test(page.path) ? [page.path] : []))
  expect(listed).toHaveLength(pages.length)
  expect(listed).toContain(`${path.replace('/llms.txt', '')}/handbook/index.md`)
})
