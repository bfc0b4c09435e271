import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pageInNewProfile } from '#fairlead/testing/browser.ts'
import { hydrated, visit } from '#tests/harness/page.ts'
import { servedFolder } from '#tests/harness/start-server.ts'
import { exportPages } from '#tests/application/browser/exported.ts'
import { navigate } from '#tests/application/browser/watch.ts'

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** Serves a folder as hosts of static files do; returns the origin. */
async function serveFolder(folder: string): Promise<string> {
  const server = createServer(({ url = '/', method }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const files = [pathname, `${pathname}.html`, `${pathname}index.html`].map((path) => join(folder, path))
    const file = files.find((path) => existsSync(path) && statSync(path).isFile())
    const found = method === 'GET' ? file : undefined
    const shown = found ?? join(folder, '404.html')
    response.writeHead(found ? 200 : 404, { 'content-type': TYPES[shown.split('.').at(-1) ?? ''] ?? 'image/svg+xml' })
    response.end(readFileSync(shown))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    // A report that the page sends as it closes would ask for files of a folder that is gone.
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('pages that all visitors share work on a host that serves files alone', async () => {
  const variables = { PUBLIC_ORIGIN: 'https://harbour.example', TEST_JOBS: 'on' }
  const { folder, said, log, files } = await exportPages(servedFolder(), variables)
  // It starts what renders, and neither jobs and hooks nor the store of reports.
  expect(log.filter((line) => line.includes('"job"'))).toEqual([])
  expect(files).toContain('app.db')
  expect(files.filter((name) => /report|token/.test(name))).toEqual([])
  expect(said).toMatch(/^left out, because a server has to render them for each visitor: .*\/forms.*\/greeted/m)
  expect(readFileSync(join(folder, 'sitemap.xml'), 'utf8')).toContain('<loc>https://harbour.example/kept/listed</loc>')
  expect(readFileSync(join(folder, '404.html'), 'utf8')).toContain('404')

  const page = await pageInNewProfile({ baseURL: await serveFolder(folder) })
  onTestFinished(() => page.context().close())
  const thrown: string[] = []
  page.on('pageerror', ({ message }) => thrown.push(message))
  await visit(page, '/kept/listed')
  // Its data come from a server function, which is not there: the document is loaded.
  await navigate(page, '/de/kept/listed')
  await page.waitForURL('**/de/kept/listed')
  await hydrated(page)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  expect((await page.goto('/nowhere'))?.status()).toBe(404)
  expect(thrown).toEqual([])
})
