import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hydrated } from '#tests/harness/page.ts'
import { translatePage } from '#tests/harness/translate-page.ts'
import { SECRET } from '#tests/application/http/error-cases.ts'
import { SOON, withReports } from '#tests/application/browser/reporting.ts'
import { hold } from '#tests/application/browser/watch.ts'

const { server, open, reports, feedback: sentFeedback } = withReports()

const SERVER = 'Application error: a server-side exception has occurred (see the server logs for more information).'

async function digestOf(page: Page): Promise<string> {
  return (await page.getByTestId('digest').innerText()).replace('Digest: ', '')
}

describe('a failure on the server', () => {
  it.each(['loader-error', 'render-string', 'deferred-undefined', 'query-string', 'stream-object'])(
    '%s shows its digest once the page is alive, and reports once',
    async (name) => {
      const page = await open(`/errors/${name}`)
      await page.getByRole('heading', { name: SERVER }).waitFor()
      await hydrated(page)
      const digest = await digestOf(page)
      const logged = () => server().log.filter((line) => line.includes(digest) && line.includes('"failed"'))
      await expect.poll(() => logged().length, SOON).toBe(1)
      await expect.poll(() => reports().filter(({ tags: { digest: tag } }) => tag === digest).length, SOON).toBe(1)
      // The browser has only the mask, and keeps it to itself: what it reports afterwards is the first to come.
      await page.evaluate((text) => setTimeout(() => void Promise.reject(new Error(text)), 0), `after ${digest}`)
      await expect.poll(() => reports(`after ${digest}`).length, SOON).toBe(1)
      expect(reports('failed on the server').filter(({ side }) => side === 'browser')).toEqual([])
      expect(await page.content()).not.toContain(SECRET)
    },
  )

  it('has a button that loads the data again, and a link to the home page', async () => {
    const page = await open('/errors/query-error')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'No error this time' }).waitFor()
    await page.goto(`${server().origin}/errors/loader-error`)
    await hydrated(page)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Front' }).waitFor()
    expect(await page.getByTestId('digest').count()).toBe(0)
  })

  it.each(['errors/loader-error', 'errors/render-error', 'errors/before-load-403', 'aground'])(
    'hydrates the page of /%s: a click that began before leads on, and what was typed stays',
    async (path) => {
      const page = await open('about:blank')
      const release = await hold(page, '**/_build/**/*.js')
      await page.goto(`${server().origin}/${path}`, { waitUntil: 'commit' })
      await page.locator('h1').waitFor()
      const feedback = page.getByLabel('What did you do just before?')
      const hasFeedback = (await feedback.count()) > 0
      if (hasFeedback) await feedback.fill('I only looked.')
      await page.getByRole('link', { name: 'Home', exact: true }).hover()
      await page.mouse.down()
      release()
      await hydrated(page)
      if (hasFeedback) expect(await feedback.inputValue()).toBe('I only looked.')
      await page.mouse.up()
      await page.getByRole('heading', { level: 1, name: 'Front' }).waitFor()
    },
  )

  it('keeps the form of its document where the code of the form does not arrive', async () => {
    const page = await open('about:blank')
    await page.route('**/error-details*', (route) => route.abort())
    await page.goto(`${server().origin}/errors/loader-error`)
    await hydrated(page)
    const digest = await digestOf(page)
    await page.evaluate((text) => setTimeout(() => void Promise.reject(new Error(text)), 0), `after ${digest}`)
    await expect.poll(() => reports(`after ${digest}`).length, SOON).toBe(1)
    expect(reports('Minified React error')).toEqual([])
    expect(await page.getByLabel('What did you do just before?').count()).toBe(1)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Front' }).waitFor()
  })

  it('has its digest copied by a button', async () => {
    const page = await open('/errors/document-error', { permissions: ['clipboard-read', 'clipboard-write'] })
    for (const path of ['/errors/document-error', '/errors/loader-error']) {
      await page.goto(`${server().origin}${path}`)
      // The other one is a document of its own, which has no React.
      if (path === '/errors/loader-error') await hydrated(page)
      await page.getByRole('button', { name: 'Copy the digest' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await digestOf(page))
    }
  })

  it.each([
    ['with JavaScript', true, 'loader-error'],
    ['without JavaScript', false, 'loader-error'],
    ['without JavaScript, in a document of its own', false, 'document-error'],
  ])('takes feedback from its visitor %s', async (_, javaScriptEnabled, name) => {
    const page = await open(`/errors/${name}?a=1&a=2`, { javaScriptEnabled })
    if (javaScriptEnabled) await hydrated(page)
    expect(await page.getByRole('button', { name: 'Copy the digest' }).isVisible()).toBe(javaScriptEnabled)
    const digest = await digestOf(page)
    await page.getByLabel('What did you do just before?').fill(`I only looked at ${digest}.`)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you. Your message was added to the report.').first().waitFor()
    await expect
      .poll(() => sentFeedback().filter((one) => one.digest === digest), SOON)
      .toEqual([{ digest, message: `I only looked at ${digest}.` }])
  })

  it('can be tried again without JavaScript, with its query', async () => {
    const page = await open('/errors/loader-error?a=1&a=2', { javaScriptEnabled: false })
    const digest = await digestOf(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => digestOf(page)).not.toBe(digest)
    expect(new URL(page.url()).search).toBe('?a=1&a=2')
  })
})

const CLIENT = 'Application error: a client-side exception has occurred (see the browser console for more information).'

describe('a failure in the browser', () => {
  it.each([
    ['Throw while rendering', 'thrown while rendering'],
    ['Throw a string while rendering', 'a string'],
    ['Throw nothing while rendering', 'undefined'],
  ])('%s: its page shows the id of its report, which is stored once', async (name, message) => {
    const page = await open('/errors')
    await hydrated(page)
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('heading', { name: CLIENT }).waitFor()
    const id = (await page.getByTestId('report').innerText()).replace('Report: ', '')
    await expect.poll(() => reports().filter((report) => report.id === id).length, SOON).toBe(1)
    expect(reports(message).filter(({ side }) => side === 'browser')).toMatchObject([{ id }])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
  })

  it.each([
    ['an error', 'Error: nobody caught it'],
    ['a string', 'nobody caught this string'],
    ['undefined', 'undefined'],
  ])('that nobody catches, %s, is reported once', async (kind, text) => {
    const page = await open('/errors')
    await hydrated(page)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => faults.push(message.text()))
    const meet = async (message: string) => {
      await page.evaluate((said) => setTimeout(() => void Promise.reject(new Error(said)), 0), message)
      await expect.poll(() => reports(message).length, SOON).toBe(1)
    }
    // From here on the SDK listens to the window as well.
    await meet(`before ${kind}`)
    const earlier = new Set(reports().map(({ id }) => id))
    // While nothing can be drawn, every error page fails as well, the router's own included.
    await page.getByRole('button', { name: 'Throw while rendering', exact: true }).evaluate((button, thrown) => {
      const draw = () => {
        // oxlint-disable-next-line typescript/only-throw-error -- that is what this is about
        throw { 'an error': new Error('nobody caught it'), 'a string': 'nobody caught this string' }[thrown]
      }
      Object.defineProperty(document, 'createElement', { configurable: true, value: draw })
      setTimeout(() => Reflect.deleteProperty(document, 'createElement'), 0)
      ;(button as HTMLElement).click()
    }, kind)
    await expect.poll(() => faults.join('\n')).toContain(text)
    // The next report is the one sent afterwards.
    await meet(`after ${kind}`)
    const messages = () =>
      reports()
        .filter(({ id, message }) => !earlier.has(id) && message !== `after ${kind}`)
        .map(({ message }) => message)
    await expect.poll(messages, SOON).toEqual([text.replace('Error: ', '')])
  })

  it.each([
    ['Throw in an event', 'thrown in an event'],
    ['Reject a promise', 'a rejected promise'],
  ])('%s: the page stays, and it is reported once', async (name, message) => {
    const page = await open('/errors')
    await hydrated(page)
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => reports(message).length, SOON).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Errors')
  })

  it('before hydration is reported once', async () => {
    const page = await open('/errors')
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => void Promise.reject(new Error('before it was alive')))
    })
    await page.reload()
    await expect.poll(() => reports('before it was alive').length, SOON).toBe(1)
  })
})

it('a page that the browser translates prefetches and navigates, with the inspector', async () => {
  const page = await open('/links')
  await hydrated(page)
  const inspector = page.getByTestId('inspector')
  await inspector.waitFor()
  await translatePage(page)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  for (const id of [1, 2, 3]) await page.locator(`main a[href="/item/${id}"]`).first().hover()
  await inspector.getByText('/item/3').first().waitFor()
  await page.locator(`main a[href="/item/2"]`).first().click()
  await page.waitForURL('**/item/2')
  expect(faults).toEqual([])
  expect(await page.getByTestId('report').count()).toBe(0)
})

it('a failure on a translated page offers a reload, and its report says so', async () => {
  const page = await open('/errors')
  await hydrated(page)
  await translatePage(page)
  await page.getByRole('button', { name: 'Throw while rendering', exact: true }).click()
  await page.getByRole('button', { name: 'Reload' }).waitFor()
  await page.getByText('Your browser had translated this page').waitFor()
  await expect
    .poll(() => reports('thrown while rendering').flatMap(({ tags: { page: tag } }) => tag ?? []), SOON)
    .toEqual(['translated'])
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
  expect(await page.locator('font').count()).toBe(0)
})
