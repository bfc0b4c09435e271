import { describe, expect, it } from 'vitest'
import { tags } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'
import { everyPage, pageAt } from '#tests/site/pages.ts'

/** Returns the contents of the tags of a property. */
const contents = (html: string, property: string) =>
  tags(html, 'meta').flatMap((tag) => (tag.property === property ? [tag.content ?? ''] : []))

describe('the preview of a page', () => {
  it.each(everyPage)('$path: is complete', async ({ path }) => {
    const { text } = await pageAt(path)
    const canonical = tags(text, 'link').flatMap(({ rel, href }) => (rel === 'canonical' ? [href] : []))
    expect(contents(text, 'og:url')).toEqual(canonical)
    const once = ['title', 'description', 'type', 'site_name', 'locale', 'image', 'image:alt', 'image:width']
    for (const name of once) expect(contents(text, `og:${name}`), name).toEqual([expect.stringMatching(/\S/)])
  })
})

describe('the image of a handbook page', () => {
  const handbook = everyPage.filter(({ path }) => path.includes('/handbook'))

  it('is of the page in its own language, and there', async () => {
    const images = await Promise.all(
      handbook.map(async ({ path }) =>
        contents((await pageAt(path)).text, 'og:image').map((url) => new URL(url).pathname),
      ),
    )
    // Pages that are not translated share one.
    const [shown, ...others] = [...new Set(images.flat())]
    expect(others.length).toBeGreaterThan(3)
    for (const path of [shown, ...others.slice(0, 2)]) {
      const { status, headers, body } = await ask(path ?? '')
      expect([status, headers['content-type']], path).toEqual([200, 'image/png'])
      expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1_200, 630])
    }
  })

  it.each(['/handbook/image/no-such-page', `/handbook/image/${'a'.repeat(3_000)}`])(
    '%s: does not exist',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
    },
  )
})
