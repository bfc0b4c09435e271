import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { titleOf } from '#tests/harness/html.ts'
import { cleanPage, hydrated, open, reopen, visit } from '#tests/harness/page.ts'
import { ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { watchCalls } from '#tests/application/browser/watch.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const follow = (page: Page, name: string) => page.locator('main').getByRole('link', { name, exact: true }).click()

it.each([
  { path: '/where/browser', name: 'In the browser', text: 'loaded in a window of 1280 pixels, rendered at' },
  { path: '/where/data', name: 'Data from the server', text: 'Item 7, rendered at' },
])('the browser renders $path, on a hard load and after a link', async ({ path, name, text }) => {
  const { text: html, status } = await ask(path)
  expect(status).toBe(200)
  expect(html).toContain('Waiting for the browser')
  expect(titleOf(html)).toContain(name)
  expect(html).not.toContain('<h1>')

  const page = await cleanPage()
  const calls = watchCalls(page)
  await visit(page, path)
  await page.getByText(`${text} ${path}`).waitFor()
  expect(await page.title()).toContain(name)
  // Data of the server are in the document.
  expect(calls).toEqual([])
  await visit(page, '/where')
  await follow(page, name)
  await page.getByText(`${text} ${path}`).waitFor()
})

describe('a public variable of the application', () => {
  const source = 'the "buoy" & <quay>'
  const server = withServer({ env: { TIDES_SOURCE: source } })

  it('comes with the document, for the server, hydration and a page that the browser renders', async () => {
    const page = await open('/where', { baseURL: server.origin })
    await page.getByText(`The tides come from ${source}.`).waitFor()
    await follow(page, 'In the browser')
    await page.getByText(`The browser has the tides from ${source}.`).waitFor()
    expect(await page.locator('meta[name="public-env"]').getAttribute('content')).toBe(
      JSON.stringify({ TIDES_SOURCE: source }),
    )
  })
})

it('a part hydrates when it is pointed at or seen, and its code comes then', async () => {
  const page = await reopen('/where/parts')
  await page.waitForLoadState('networkidle')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const button = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })
  const clickUntilCounted = async (name: string) => {
    await expect
      .poll(async () => {
        await button(name).click()
        return button(name).textContent()
      })
      .toMatch(/[1-9]$/)
  }

  await button('Never').click()
  expect(scripts).toEqual([])
  await clickUntilCounted('Pointed')
  expect(scripts.length).toBeGreaterThan(0)
  await clickUntilCounted('Seen')
  expect(await button('Never').textContent()).toBe('Never 0')
})

it('a masked link shows its page at the URL of the mask, until a reload', async () => {
  const page = await reopen('/where')
  await follow(page, 'Masked')
  await heading(page, 'Item 7')
  expect(new URL(page.url()).pathname).toBe('/start')
  await page.goBack()
  await heading(page, 'Where')
  await page.goForward()
  await heading(page, 'Item 7')
  expect(new URL(page.url()).pathname).toBe('/start')
  await page.reload()
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  await heading(page, 'Start')
  expect(new URL(page.url()).pathname).toBe('/start')
  await page.goBack()
  await heading(page, 'Where')
  await page.goForward()
  await heading(page, 'Start')
})

it('`viewTransition` of a link changes the page within a view transition of the browser', async () => {
  const page = await reopen('/where')
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      document.documentElement.dataset.headings = document.querySelector('h1')?.textContent ?? ''
      const transition = start(update)
      void transition.updateCallbackDone.then(() => {
        document.documentElement.dataset.headings += ` ${document.querySelector('h1')?.textContent}`
      })
      return transition
    }
  })
  await follow(page, 'Animated')
  await heading(page, 'Item 8')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.headings)).toBe('Where Item 8')
})

it('a view transition that the browser skips is no error', async () => {
  const page = await reopen('/where')
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      queueMicrotask(() => transition.skipTransition())
      return transition
    }
  })
  await follow(page, 'Animated')
  await heading(page, 'Item 8')
  // The rejection is reported in a later task.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
})
