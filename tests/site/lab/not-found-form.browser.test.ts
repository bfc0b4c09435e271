import { expect, it } from 'vitest'
import { expectFault, newPage } from '#tests/harness/page.ts'

it('before its JavaScript has come a form whose function finds nothing leads to a page with 404', async () => {
  const page = await newPage()
  expectFault(page, /404/)
  await page.route('**/_build/**/*.js', (route) => route.abort('aborted'))
  await page.goto('/de/lab/forms')
  await page.unrouteAll()
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Etwas suchen, das es nicht gibt' }).click()
  const response = await answer
  expect(response.status()).toBe(404)
  expect(response.headers()['content-type']).toMatch(/^text\/html/)
  await page.getByRole('heading', { level: 1, name: '404' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(await page.title()).toMatch(/^404: /)
  expect(await page.locator('meta[name=robots]').first().getAttribute('content')).toBe('noindex')
  expect(await page.locator('script').count()).toBe(0)
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await page.waitForURL('**/de')
})

it('with JavaScript a form whose function finds nothing shows the not-found page inside the layout', async () => {
  const page = await newPage()
  expectFault(page, /404/)
  await page.goto('/de/lab/forms')
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Etwas suchen, das es nicht gibt' }).click()
  await page.getByRole('main').getByRole('heading', { level: 1, name: '404' }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^404: /)
  expect(await page.locator('meta[name=robots]').count()).toBe(1)
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await page.waitForURL('**/de')
})
