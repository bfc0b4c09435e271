import { describe, expect, it } from 'vitest'
import { documentOf, tags, titleOf } from '#tests/harness/html.ts'
import { ask } from '#tests/harness/request.ts'
import { messageIn } from '#tests/application/message-in.ts'

/** Returns the scripts of a page, and the stamp of the data that it shows. */
async function readData(path: string) {
  // Once it has rendered whole, a page is rendered to a string, and its state has no stream.
  await ask(path)
  const { text } = await ask(path)
  const stamp = /data-testid="stamp"[^>]*>([^<]+)</.exec(text)?.[1] ?? 'no stamp'
  return { stamp, scripts: (text.match(/<script\b.*?<\/script>/gs) ?? []).join('') }
}

it('a document names the modules of its messages, which the browser fetches at once', async () => {
  const { text } = await ask('/guide')
  const shell = /"messages"\)\("([^"]+)"\)/.exec(text)?.[1] ?? 'none'
  expect(
    tags(text, 'link')
      .filter(({ rel }) => rel === 'modulepreload')
      .map(({ href }) => href),
  ).toContain(shell)
  const module = await ask(shell)
  expect(module.text).toContain(messageIn('en', 'shell', 'submission.cancelled'))
  expect(text).not.toContain(messageIn('en', 'shell', 'submission.cancelled'))
})

it('data that a loader returned as well is in a document once', async () => {
  const { stamp, scripts } = await readData('/item/3')
  expect(scripts.split(stamp)).toHaveLength(2)
})

describe('a missing page', () => {
  const missing = ['en', 'de', 'ja', 'ar'].flatMap((locale) =>
    ['/no-such-page', '/no/such/page'].map((path) => ({ path: locale === 'en' ? path : `/${locale}${path}`, locale })),
  )

  it.each(missing)('$path says so within the layout', async ({ path, locale }) => {
    const { status, text } = await ask(path)
    expect(status).toBe(404)
    const title = messageIn(locale, 'shell', 'site.notFoundTitle')
    expect(titleOf(text)).toBe(title)
    expect(tags(text, 'title')).toHaveLength(1)
    const robots = tags(text, 'meta').filter(({ name }) => name === 'robots')
    expect(robots).toHaveLength(1)
    expect(robots[0]?.content).toContain('noindex')
    expect(documentOf(text)).toMatchObject({ lang: locale, dir: locale === 'ar' ? 'rtl' : 'ltr' })
    expect(tags(text, 'main')).toHaveLength(1)
    expect(text).toMatch(/<h1[^>]*>404<\/h1>/)
    expect(text).toContain(`<p>${title.replace('404: ', '')}</p>`)
    expect(tags(text, 'a').map(({ href }) => href)).toContain(locale === 'en' ? '/' : `/${locale}`)
  })
})

describe('the cookie `theme`', () => {
  it.each(['light', 'dark'])('%s is shown from the first byte', async (theme) => {
    const { text } = await ask('/', { headers: { cookie: `theme=${theme}` } })
    expect(documentOf(text)['data-theme']).toBe(theme)
  })

  it.each(['', 'system', 'DARK', '"><script>alert(1)</script>', '%22%3E%3Cscript%3E'])(
    'with the value %j counts as none',
    async (theme) => {
      const { status, text } = await ask('/', { headers: { cookie: `theme=${theme}` } })
      expect(status).toBe(200)
      expect(documentOf(text)).not.toHaveProperty('data-theme')
      expect(text).not.toContain('<script>alert(1)')
    },
  )

  it('is optional: without it the system decides', async () => {
    expect(documentOf((await ask('/')).text)).not.toHaveProperty('data-theme')
  })
})
