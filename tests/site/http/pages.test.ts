import { describe, expect, it } from 'vitest'
import { documentOf, tags, titleOf } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'
import { everyPage, pageAt, paths, rightToLeft } from '#tests/site/pages.ts'
import { OTHER_PREFIX } from '#tests/site/languages.ts'

const pages = new Set(everyPage.map(({ path }) => path))
const statuses = new Map<string, Promise<number>>()

/** Returns the status of a link. Most links are on every page, so results are cached. */
function statusOf(href: string): Promise<number> {
  const status = statuses.get(href) ?? (pages.has(href) ? pageAt(href) : ask(href)).then((answer) => answer.status)
  statuses.set(href, status)
  return status
}

describe('every page', () => {
  it('includes handbook pages', () => {
    expect(paths.filter((path) => path.startsWith('/handbook/')).length).toBeGreaterThan(3)
  })

  it.each(everyPage)('$path answers 200 in its language', async ({ path, locale }) => {
    const { status, headers, text } = await pageAt(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/html; ?charset=utf-8$/i)
    expect(documentOf(text)).toMatchObject({ lang: locale, dir: rightToLeft.includes(locale) ? 'rtl' : 'ltr' })
    expect(titleOf(text)).toMatch(/\S/)
    expect(tags(text, 'title')).toHaveLength(1)
    expect(tags(text, 'meta').filter(({ name, content }) => name === 'description' && content)).toHaveLength(1)
    expect(tags(text, 'h1')).toHaveLength(1)
    expect(tags(text, 'main')).toHaveLength(1)
    expect(tags(text, 'meta').filter(({ content = '' }) => content.includes('noindex'))).toEqual([])
  })

  it.each(['/', '/?a=b', `${OTHER_PREFIX}/handbook`, '/handbook/deploy?a=b'])(
    '%s answers 200 whatever Accept says, kept or not',
    async (path) => {
      for (const accept of ['application/json', 'image/*', 'text/plain;q=0.5', 'nonsense', '']) {
        const { status, headers } = await ask(path, { headers: { accept } })
        expect([status, headers['content-type']], accept).toEqual([200, expect.stringMatching(/^text\/html/)])
      }
      expect((await ask('/no-such-page', { headers: { accept: 'application/json' } })).status).toBe(404)
    },
  )

  it('has a title of its own', async () => {
    const titles = await Promise.all(paths.map(async (path) => titleOf((await pageAt(path)).text)))
    const handbook = titles.filter((_, index) => paths[index]?.startsWith('/handbook/'))
    expect(new Set(handbook).size).toBe(handbook.length)
    expect(handbook).not.toContain(titles[0])
  })

  it.concurrent.each(everyPage)('$path links only to pages and parts that exist', async ({ path }) => {
    const { text } = await pageAt(path)
    // Links with nofollow may fail on purpose.
    const hrefs = tags(text, 'a').flatMap(({ href, rel }) => (href && rel !== 'nofollow' ? [href] : []))
    const own = new Set(tags(text, '\\w+').map(({ id }) => id))
    for (const href of hrefs.filter((link) => link.startsWith('#') && link.length > 1)) {
      expect(own, `${path} has the part ${href}`).toContain(decodeURIComponent(href.slice(1)))
    }
    const internal = new Set(
      hrefs
        .filter((href) => /^\/(?!\/)/.test(href))
        .map((href) => new URL(href, 'http://fairlead.example'))
        .map(({ pathname, search }) => pathname + search),
    )
    const answers = await Promise.all([...internal].map(async (href) => ({ href, status: await statusOf(href) })))
    expect(answers.filter(({ status }) => status >= 400)).toEqual([])
  })
})

describe('a missing page', () => {
  it.each(['/handbook/no-such-page', `${OTHER_PREFIX}/handbook/no-such-page`])(
    '%s offers what is near',
    async (path) => {
      const { status, text } = await ask(path)
      expect(status).toBe(404)
      expect(tags(text, 'meta').filter(({ content = '' }) => content.includes('noindex'))).toHaveLength(1)
      expect(tags(text, 'main')).toHaveLength(1)
      expect(tags(text, 'a').some(({ href = '' }) => href.includes('/handbook/'))).toBe(true)
    },
  )
})
