import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hydrated, nextPost, open, reopen } from '#tests/harness/page.ts'
import { watchCalls } from '#tests/application/browser/watch.ts'

const stampOf = (page: Page) => page.getByTestId('stamp').innerText()

async function renew(page: Page, id: string): Promise<void> {
  const answered = nextPost(page)
  await page.getByRole('button', { name: `Renew ${id}`, exact: true }).click()
  await (await answered).finished()
}

it('an open tab fetches what it has prefetched of invalidated tags again, and nothing else', async () => {
  const page = await reopen('/kept/tab')
  await page.waitForLoadState('networkidle')
  const reads = watchCalls(page)
  for (const id of ['one', 'two']) {
    await page.getByRole('link', { name: `Go to ${id}` }).hover()
    await expect.poll(() => reads.length).toBe(id === 'one' ? 1 : 2)
    await page.waitForLoadState('networkidle')
  }
  expect(reads.splice(0)).toEqual(['prefetch', 'prefetch'])
  await renew(page, 'one')
  expect(reads.splice(0)).toEqual(['POST'])
  const follow = async (id: string) => {
    await page.getByRole('link', { name: `Go to ${id}` }).evaluate((link: HTMLElement) => link.click())
    await page.getByRole('heading', { level: 1, name: `Kept ${id}` }).waitFor()
  }
  await follow('two')
  expect(reads).toEqual([])
  await follow('one')
  await expect.poll(() => reads).toEqual(['GET'])
})

it('a visitor reads their own writes with the next document', async () => {
  const page = await reopen('/kept/own-writes')
  for (let round = 0; round < 3; round++) {
    const stamp = await stampOf(page)
    await page.reload()
    await hydrated(page)
    expect(await stampOf(page)).toBe(stamp)
    await renew(page, 'own-writes')
    await page.reload()
    await hydrated(page)
    expect(await stampOf(page)).not.toBe(stamp)
  }
})

it('a page hydrates at a URL with params that it was not rendered with, and keeps them', async () => {
  const first = await reopen('/kept/params')
  const stamp = await stampOf(first)
  const page = await open('/kept/params?utm_source=letter&a=1#part')
  const reads = watchCalls(page)
  await page.waitForLoadState('networkidle')
  expect(await stampOf(page)).toBe(stamp)
  expect(reads).toEqual([])
  expect(await page.evaluate(() => location.search + location.hash)).toBe('?utm_source=letter&a=1#part')
  // What follows is a navigation of the same document.
  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.getByRole('link', { name: 'Go to one' }).click()
  await page.getByRole('heading', { level: 1, name: 'Kept one' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Kept params' }).waitFor()
  expect(await page.evaluate(() => location.search + String('same' in window))).toBe('?utm_source=letter&a=1true')
})

it('a page with declared params hydrates beside others', async () => {
  const page = await reopen('/varied?page=2&utm_source=letter')
  expect(await page.getByTestId('seen').innerText()).toContain(' 2 ?page=2')
  expect(await page.evaluate(() => location.search)).toBe('?page=2&utm_source=letter')
})
