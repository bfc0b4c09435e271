import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { compareServers } from '#app/from-next/compare.ts'
import { serveHtml } from '#tests/site/from-next/application.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

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
    const [compared] = await compareServers(old, next, ['/'], { chromium, click: true })
    const clicks = compared?.differences.filter(({ what }) => what.startsWith('click'))
    expect(clicks).toEqual([
      { what: 'click on /item?a=1#b, load', old: 'soft', new: 'hard', when: 'with JavaScript', isNote: false },
      { what: 'click on /item?a=1#b, title', old: 'Item', new: 'Another', when: 'with JavaScript', isNote: false },
      { what: 'click on /item?a=1#b, focus', old: 'a', new: 'the page', when: 'with JavaScript', isNote: true },
      { what: 'click on /gone, url', old: '/gone', new: 'no such link', when: 'with JavaScript', isNote: false },
    ])
    expect(asked).not.toContain('/sign-out')
  })

  it('need a Chromium', async () => {
    vi.stubEnv('CHROMIUM', '/nowhere')
    onTestFinished(() => void vi.unstubAllEnvs())
    const server = await serveHtml((_, response) => response.end(page('Home')))
    const compared = compareServers(server, server, ['/'], { chromium, click: true })
    await expect(compared).rejects.toThrow('CHROMIUM: "/nowhere" is not there')
  })
})

const SCRIPT = `<script>
document.querySelector('p').textContent = document.cookie === 'user=ada; __Host-other=1' ? 'Hello Ada' : 'scripted'
document.title = 'Scripted'
</script>`

describe('pages in Chromium', () => {
  const server = (body: string, style = '') =>
    serveHtml((_, response) => response.end(`<!doctype html><title>A</title>${style}<body><p>plain</p>${body}`))

  it('differ without scripts, with them, and with a session, each told once', async () => {
    const [old, next] = [await server(''), await server(SCRIPT, '<style>p { text-transform: uppercase }</style>')]
    const [compared] = await compareServers(old, next, ['/'], { chromium, cookie: 'user=ada; __Host-other=1' })
    expect(compared?.differences).toEqual([
      { what: 'text', old: 'plain', new: 'PLAIN', when: 'without JavaScript' },
      { what: 'title', old: 'A', new: 'Scripted', when: 'with JavaScript' },
      { what: 'text', old: 'plain', new: 'SCRIPTED', when: 'with JavaScript' },
      { what: 'text', old: 'plain', new: 'HELLO ADA', when: 'with JavaScript, with the cookie' },
    ])
  })

  it('are opened with no cookie that Chromium refuses', async () => {
    const old = await server('')
    const compared = compareServers(old, old, ['/'], { chromium, cookie: `a=${'x'.repeat(5_000)}` })
    await expect(compared).rejects.toThrow('--cookie: Chromium refuses it')
  })

  it('have figures, which are no difference', async () => {
    const old = await server('')
    const [compared] = await compareServers(old, await server('<!-- longer -->'), ['/'], { chromium })
    expect(compared?.differences).toEqual([])
    const names = ['first byte ms', 'html bytes', 'page bytes', 'LCP ms', 'CLS']
    expect(Object.keys(compared?.figures.old ?? {})).toEqual(names)
    expect(compared?.figures.old['html bytes']).toBe(
      (compared?.figures.new['html bytes'] ?? 0) - '<!-- longer -->'.length,
    )
    expect(compared?.figures.old['page bytes']).toBeGreaterThan(100)
    expect(compared?.figures.old['LCP ms']).toBeGreaterThan(0)
  })

  it('are not opened for a 404, and a page that cannot be opened is a difference', async () => {
    const next = await serveHtml(({ headers, url }, response) => {
      if (url === '/a' && !headers['sec-fetch-mode']?.includes('cors')) response.destroy()
      else response.writeHead(url === '/a' ? 200 : 404).end('<!doctype html><title>A</title><body><p>plain</p>')
    })
    const compared = await compareServers(await server(''), next, ['/a', '/b'], { chromium })
    expect(compared.map(({ differences }) => differences.map(({ what }) => what))).toEqual([['page'], ['status']])
  })

  it('have pictures, narrow and wide, in which the region that differs is marked', async () => {
    const box = (color: string) =>
      `<style>body { margin: 0 } b { position: absolute; left: 100px; top: 40px; width: 50px; height: 20px; background: ${color} }
      @media (max-width: 600px) { b { display: none } }</style><b></b>`
    const old = await server(box('red'))
    const next = await serveHtml((request, response) => {
      if (request.url?.startsWith('/a') && request.headers['sec-fetch-mode'] === 'navigate') response.destroy()
      else response.end(`<!doctype html><title>A</title><body><p>plain</p>${box('blue')}`)
    })
    const screenshots = join(temporaryFolder(), 'pictures')
    const compared = await compareServers(old, next, ['/', '/a?<'], { chromium, screenshots })
    const [home = [], broken = []] = compared.map(({ differences }) =>
      differences.filter(({ what }) => what.startsWith('picture')),
    )
    expect(home).toEqual([
      {
        what: 'picture at 1280 px',
        old: '1280 × 800',
        new: '1280 × 800, from 100, 40 to 150, 60',
        when: 'with JavaScript',
      },
    ])
    expect(broken.map(({ what }) => what)).toEqual(['picture at 390 px', 'picture at 1280 px'])
    const names = ['1-1280-new', '1-1280-old', '1-390-new', '1-390-old', '2-1280-old', '2-390-old']
    expect(readdirSync(screenshots).toSorted()).toEqual([...names.map((name) => `${name}.png`), 'index.html'])
    const index = readFileSync(join(screenshots, 'index.html'), 'utf8')
    expect(index).toContain('<h2>/a?&#60;, 390 px</h2><div><img src="2-390-old.png"')
    expect(index).toContain('<p>No response.</p>')
    expect(index.match(/<mark style="inset:5.00% 88.28% 92.50% 7.81%">/g)).toHaveLength(2)
    expect([...readFileSync(join(screenshots, '1-390-new.png')).subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
    await expect(compareServers(old, next, ['/'], { chromium, screenshots })).rejects.toThrow('has files already')
  })
})
