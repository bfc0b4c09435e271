import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hydrated, reopen } from '#tests/harness/page.ts'

async function expectSearch(page: Page, query: string, search: object): Promise<void> {
  await page.waitForURL((url) => url.search === query)
  // A loader that runs on both sides has the same search.
  for (const id of ['search', 'deps']) {
    await expect
      .poll(async () => JSON.parse((await page.getByTestId(id).textContent()) ?? '') as object)
      .toEqual(search)
  }
}

it('search params of a link are those that a reload, back and forward read from its URL', async () => {
  const page = await reopen('/search?code=007&page=1')
  await expectSearch(page, '?code=007&page=1', { code: '007', page: 1 })
  await page.getByRole('link', { name: 'Values' }).click()
  const query = '?page=1&code=007&tag=a+b&tag=1&range=%7B%22min%22%3A3%7D'
  const values = { page: 1, code: '007', tag: ['a b', '1'], range: { min: 3 } }
  await expectSearch(page, query, values)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expectSearch(page, query.replace('page=1', 'page=2'), { ...values, page: 2 })
  expect(await page.getByTestId('from').textContent()).toBe('browser')
  await page.reload()
  await hydrated(page)
  await expectSearch(page, query.replace('page=1', 'page=2'), { ...values, page: 2 })
  expect(await page.getByTestId('from').textContent()).toBe('server')
  await page.goBack()
  await expectSearch(page, query, values)
  await page.goBack()
  await expectSearch(page, '?code=007&page=1', { code: '007', page: 1 })
  await page.goForward()
  await expectSearch(page, query, values)
})

it('search params that a form writes are read as text', async () => {
  const page = await reopen('/search')
  await page.getByRole('button', { name: 'Search' }).click()
  await expectSearch(page, '?code=1e3+%2B&tag=true', { code: '1e3 +', tag: ['true'] })
})

it('a link is active at the URL that it leads to', async () => {
  const page = await reopen('/search?page=1&code=007&tag=a%20b&tag=1&range={"min":3}')
  const link = page.getByRole('link', { name: 'Values' })
  expect(await link.getAttribute('aria-current')).toBe('page')
})

it('typed search params of a link are read back by a schema that wants numbers and lists, after a reload too', async () => {
  const page = await reopen('/typed?page=5&q=12')
  const shown = async () => JSON.parse((await page.getByTestId('search').textContent()) ?? '') as object
  expect(await shown()).toEqual({ page: 5, q: '12' })
  await page.getByRole('link', { name: 'Typed values' }).click()
  await page.waitForURL((url) => url.search === '?page=2&isOpen=false&q=007&sizes=4')
  const values = { page: 2, isOpen: false, q: '007', sizes: [4] }
  await expect.poll(shown).toEqual(values)
  expect(await page.getByRole('link', { name: 'Typed values' }).getAttribute('aria-current')).toBe('page')
  await page.reload()
  expect(await shown()).toEqual(values)
})
