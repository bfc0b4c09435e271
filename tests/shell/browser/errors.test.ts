import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hydrated } from '#tests/harness/page.ts'
import { SECRET } from '#tests/shell/http/error-cases.ts'
import { SOON, withReports } from '#tests/shell/browser/reporting.ts'
import { hold } from '#tests/shell/browser/watch.ts'

const { server, open, reports, feedback: sentFeedback } = withReports()

const SERVER = 'Application error: a server-side exception has occurred (see the server logs for more information).'

async function digestOf(page: Page): Promise<string> {
  return (await page.getByTestId('digest').innerText()).replace('Digest: ', '')
}

describe('a failure on the server', () => {
  it.each([
    'loader-error',
    'render-string',
    'deferred-error',
    'deferred-undefined',
    'query-error',
    'query-string',
    'stream-string',
    'stream-object',
  ])('%s shows its digest once the page is alive, and reports once', async (name) => {
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
  })

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

  it.each(['loader-error', 'render-error', 'before-load-403'])(
    'hydrates the page of %s: a click that began before leads on, and what was typed stays',
    async (name) => {
      const page = await open('about:blank')
      const release = await hold(page, '**/_build/**/*.js')
      await page.goto(`${server().origin}/errors/${name}`, { waitUntil: 'commit' })
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
  ])('is told about %s', async (_, javaScriptEnabled, name) => {
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
