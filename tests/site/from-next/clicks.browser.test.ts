import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeScreenshots } from '#app/from-next/compare-screenshots.ts'
import { serveHtml } from '#tests/site/from-next/application.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { clickDifferences, clicksDiffer, compareClicks, formatClicks } from '#app/from-next/compare-clicks.ts'

const page = (title: string, body = '') => `<!doctype html><title>${title}</title><main>${body}</main>`

/** Follows links of the class `soft` as a router does. */
const ROUTER = `<script>
addEventListener('click', (event) => {
  const link = event.target.closest('a.soft')
  if (!link) return
  event.preventDefault()
  history.pushState({}, '', link.href)
  document.title = 'Item'
})
addEventListener('popstate', () => { document.title = 'Home' })
</script>`

describe('clicks in both applications', () => {
  it('are shown where they differ', async () => {
    const asked: (string | undefined)[] = []
    const old = await serveHtml(({ url }, response) => {
      asked.push(url)
      const links = '<a class="soft" href="/item?a=1#b">a</a><a href="/same">b</a><a href="/gone">c</a>'
      const others =
        '<a href="/sign-out">d</a><a href="https://example.com/">e</a><a href="/blank" target="_blank">f</a>'
      response.end(url === '/' ? page('Home', links + others + ROUTER) : page(url === '/same' ? 'Same' : 'Item'))
    })
    const next = await serveHtml(({ url }, response) => {
      const links = '<a href="/item?a=1#b">a</a><a href="/same">b</a>'
      response.end(url === '/' ? page('Home', links) : page(url === '/same' ? 'Same' : 'Another'))
    })
    const compared = await compareClicks(chromium, old, next, ['/'])
    expect(compared.map(({ link }) => link)).toEqual(['/item?a=1#b', '/same', '/gone'])
    const [item, same, gone] = compared
    expect(item?.old).toMatchObject({ url: '/item?a=1#b', load: 'soft', title: 'Item', back: 'returns' })
    expect(item?.new).toMatchObject({ url: '/item?a=1#b', load: 'hard', title: 'Another', back: 'returns' })
    expect(same && clickDifferences(same)).toEqual([])
    expect(gone?.new.url).toBe('no such link')
    expect(compared.map(clicksDiffer)).toEqual([true, false, true])
    expect(formatClicks(compared)).toContain(
      '/: a click on /item?a=1#b\n  load      soft  →  hard\n  title     Item  →  Another\n',
    )
    expect(formatClicks(compared)).toContain('3 clicks, 1 the same, 2 differ')
    expect(asked).not.toContain('/sign-out')
  })

  it('are beside pictures of the pages', async () => {
    const old = await serveHtml((_, response) => response.end(page('Home', '<h1>Old</h1>')))
    const next = await serveHtml(({ url }, response) => {
      if (url?.startsWith('/a')) response.destroy()
      else response.end(page('Home', '<h1>New</h1>'))
    })
    const folder = join(temporaryFolder(), 'pictures')
    await writeScreenshots(chromium, old, next, ['/', '/a?<'], folder)
    expect(readdirSync(folder).toSorted()).toEqual(['1-new.png', '1-old.png', '2-old.png', 'index.html'])
    const index = readFileSync(join(folder, 'index.html'), 'utf8')
    expect(index).toContain('<h2>/a?&#60;</h2><img src="2-old.png"')
    expect(index).toContain('<p>No response.</p>')
    expect([...readFileSync(join(folder, '1-new.png')).subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
    await expect(writeScreenshots(chromium, old, next, ['/'], folder)).rejects.toThrow('has files already')
  })

  it('need a Chromium', async () => {
    vi.stubEnv('CHROMIUM', '/nowhere')
    onTestFinished(() => void vi.unstubAllEnvs())
    const url = new URL('http://127.0.0.1:1')
    await expect(compareClicks(chromium, url, url, ['/'])).rejects.toThrow('CHROMIUM: "/nowhere" is not there')
  })
})
