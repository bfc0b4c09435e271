import { describe, expect, it } from 'vitest'
import { expectFault, newPage, visit } from '#tests/harness/page.ts'

const isCall = (url: URL) => url.pathname.startsWith('/_serverFn/')

describe('a call of a server function that no longer exists', () => {
  it('says so, and a reload keeps what was typed', async () => {
    const page = await newPage()
    expectFault(page, /404/)
    await visit(page, '/handbook')
    await page.waitForTimeout(1_500)
    await page.route(isCall, (route) =>
      route.fulfill({
        status: 404,
        headers: { 'content-type': 'text/plain', 'x-server-function': 'gone', 'x-build': 'newbuild' },
        body: 'this function of the server no longer exists',
      }),
    )
    const field = page.getByRole('searchbox').or(page.getByRole('combobox')).first()
    await field.fill('segm')
    const notice = page.getByRole('alert').filter({ hasText: 'has been updated' })
    await notice.waitFor()
    await page.unroute(isCall)
    const loaded = page.waitForEvent('load')
    await notice.getByRole('button', { name: 'Reload' }).click()
    await loaded
    await expect.poll(() => field.inputValue()).toBe('segm')
    expect(await notice.count()).toBe(0)
  })
})
