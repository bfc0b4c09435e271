import { describe, expect, it } from 'vitest'
import { expectFault, reopen } from '#tests/harness/page.ts'
import { navigate, watchDocuments } from '#tests/application/browser/watch.ts'

const ANSWERS = [
  ['a server route', '/readings', '"unit"'],
  ['a server route with options of its own', '/tide-log', 'a report'],
  ['a server route where a page with params matches', '/docs/readings.csv', 'depth'],
  ['a public file', '/favicon.svg', ''],
] as const

describe('what only the server answers is requested as a document', () => {
  it.each(ANSWERS)('by a guard that redirects to %s', async (_, path, text) => {
    const page = await reopen('/handed-over')
    await page.getByRole('link', { name: path.slice(1), exact: true }).click()
    await page.waitForURL(`**${path}`)
    expect(await page.content()).toContain(text)
    // The page that was never shown is no step of the history.
    await page.goBack()
    await page.waitForURL('**/handed-over')
  })

  it.each(ANSWERS)('by a form whose handler redirects to %s', async (_, path, text) => {
    const page = await reopen('/de/handed-over')
    await page.getByLabel('To').fill(path)
    await page.getByRole('button', { name: 'Hand over' }).click()
    await page.waitForURL(`**${path}`)
    expect(await page.content()).toContain(text)
  })

  it.each(ANSWERS)('by a navigation to %s', async (_, path, text) => {
    const page = await reopen('/handed-over')
    await navigate(page, path)
    await page.waitForURL(`**${path}`)
    expect(await page.content()).toContain(text)
  })

  it('once the server is in reach', async () => {
    const page = await reopen('/handed-over')
    const documents = watchDocuments(page)
    // A report may be on its way.
    expectFault(page, /monitoring/)
    await page.context().setOffline(true)
    await navigate(page, '/readings')
    await page.waitForTimeout(500)
    expect(documents).toEqual([])
    await page.context().setOffline(false)
    await page.waitForURL('**/readings')
  })

  it('by a link, in its language', async () => {
    const page = await reopen('/de/handed-over')
    await page.getByRole('link', { name: 'the readings' }).click()
    await page.waitForURL('**/de/readings')
    expect(await page.content()).toContain('"unit"')
  })
})
