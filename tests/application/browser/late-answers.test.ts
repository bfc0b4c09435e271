import { isbot } from 'isbot'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { mayPrefetch } from '#fairlead/navigation/prefetch/install-prefetch.ts'
import { notFoundTitle } from '#tests/application/app/site.ts'
import { cleanPage, expectFault, newPage, visit } from '#tests/harness/page.ts'
import { navigate, watchReports } from '#tests/application/browser/watch.ts'

/** Where on the server, or in the browser, a page turns out to be missing or elsewhere while it is rendered. */
const LATE = ['deferred', 'stream', 'query', 'suspense-query'] as const
const SOFT = ['component', 'suspense-query', 'server-function'] as const

const headOf = (page: Page) =>
  page.evaluate(() => ({
    titles: [...document.querySelectorAll('title')].map(({ text }) => text),
    robots: [...document.querySelectorAll<HTMLMetaElement>('meta[name=robots]')].map(({ content }) => content),
  }))

async function expectNotFoundPage(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main.getByText('This page could not be found.').waitFor()
  await expect.poll(() => headOf(page)).toEqual({ titles: [notFoundTitle], robots: ['noindex'] })
  expect(await page.getByRole('banner').count()).toBe(1)
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['404'])
}

async function openSoftly(page: Page, path: string): Promise<void> {
  await visit(page, '/links')
  await navigate(page, path)
}

describe('the browser of the tests', () => {
  it('is no bot, which would get complete pages', async () => {
    const page = await cleanPage()
    const said = await page.evaluate(() => navigator.userAgent)
    expect(!isbot(said) && mayPrefetch({ userAgent: said })).toBe(true)
  })
})

describe('a page that turns out not to exist', () => {
  it.each([...LATE, 'component'])('while its document is made, by %s, is the not-found page', async (place) => {
    const page = await cleanPage()
    expectFault(page, /404/)
    const reports = watchReports(page)
    await page.goto(`/errors/${place}-not-found`)
    await expectNotFoundPage(page)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Front' }).waitFor()
    expect((await headOf(page)).robots).toEqual([])
    expect(reports).toEqual([])
  })

  it.each(SOFT)('on a navigation without a document, by %s, is the not-found page', async (place) => {
    const page = await cleanPage()
    expectFault(page, /404/)
    const reports = watchReports(page)
    await openSoftly(page, `/errors/${place}-not-found`)
    await expectNotFoundPage(page)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()
    expect((await headOf(page)).robots).toEqual([])
    await page.goForward()
    await expectNotFoundPage(page)
    expect(reports).toEqual([])
  })
})

describe('a redirect of a server function', () => {
  it.each([
    ['/redirects', 'Post, and be redirected with 303', '/start'],
    ['/sign-in', 'Sign in as anna', '/account'],
  ])('counts only while %s is shown', async (path, name, target) => {
    const page = await cleanPage()
    await visit(page, path)
    const { promise, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/_serverFn/**', async (route) => {
      if (route.request().method() === 'POST') await promise
      await route.continue()
    })
    await page.getByRole('button', { name }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Front' }).waitFor()
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    release()
    await (await answered).finished()
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    await page.waitForTimeout(200)
    expect(new URL(page.url()).pathname).toBe('/')

    await page.goBack()
    await page.getByRole('button', { name }).click()
    await page.waitForURL(`**${target}`)
  })
})

describe('the redirect of a form', () => {
  it('counts only while the page of the form is shown', async () => {
    const page = await cleanPage()
    await visit(page, '/forms')
    const { promise, resolve } = Promise.withResolvers<void>()
    // The form is accepted, and its page waits for data to be renewed when the visitor goes on.
    let isSaved = false
    await page.route('**/_serverFn/**', async (route) => {
      if (isSaved) await promise
      isSaved ||= route.request().method() === 'POST'
      await route.continue()
    })
    await page.getByLabel('Place').first().fill('Brest')
    await page.getByLabel(/Depth/).first().fill('7')
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button').filter({ hasText: /log/i }).first().click()
    await expect.poll(() => isSaved).toBe(true)
    await navigate(page, '/guide/one')
    await page.waitForURL('**/guide/one')
    resolve()
    await page.waitForTimeout(500)
    expect(new URL(page.url()).pathname).toBe('/guide/one')
  })
})

describe('a redirect during rendering', () => {
  const arrived = (page: Page) => page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()

  it.each([...LATE, 'component'])('during the rendering of its document, by %s, is followed', async (place) => {
    const page = await cleanPage()
    const reports = watchReports(page)
    await page.goto(`/errors/${place}-redirect`)
    await arrived(page)
    expect(new URL(page.url()).pathname).toBe('/errors')
    expect(reports).toEqual([])
  })

  it.each(SOFT)('on a soft navigation, by %s, is followed, and back does not return to it', async (place) => {
    const page = await cleanPage()
    const reports = watchReports(page)
    await openSoftly(page, `/errors/${place}-redirect`)
    await arrived(page)
    expect(new URL(page.url()).pathname).toBe('/errors')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()
    expect(reports).toEqual([])
  })

  it.each(['deferred', 'query'])('without JavaScript, in %s, is followed by a refresh', async (place) => {
    const page = await newPage({ javaScriptEnabled: false })
    await page.goto(`/errors/${place}-redirect`)
    await page.waitForURL('**/errors')
    await arrived(page)
  })
})
