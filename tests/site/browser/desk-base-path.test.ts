import { expect, it } from 'vitest'
import { hydrated, ignoreFault, newPage, visit } from '#tests/harness/page.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { buildApplicationBelowPath } from '#tests/application/build.ts'
import { signIn } from '#tests/site/browser/desk-fixture.ts'
import { TOKEN } from '#tests/site/http/desk.ts'

const server = withServer(async () => ({ cwd: await buildApplicationBelowPath(), env: { OPERATOR_TOKEN: TOKEN } }))

it('the desk works below a path', async () => {
  const page = await newPage({ baseURL: server.origin })
  ignoreFault(page, /401/)
  const elsewhere: string[] = []
  page.on('request', (asked) => {
    const { pathname } = new URL(asked.url())
    if (!pathname.startsWith('/app/')) elsewhere.push(pathname)
  })
  await visit(page, '/app/reports/vitals?days=30')
  await signIn(page)
  await page.locator('main nav a[aria-current]').first().waitFor()
  await page.waitForURL('**/app/reports/vitals?days=30')
  await page.getByRole('heading', { name: 'Vitals' }).waitFor()
  await hydrated(page)
  await page.locator('a[href="/app/reports/delivery"]').click()
  await page.waitForURL('**/app/reports/delivery')
  await page.getByRole('heading', { name: 'Delivery' }).waitFor()
  await page.reload()
  await page.locator('a[href="/app/reports"]').first().waitFor()
  const cookies = await page.context().cookies()
  expect(cookies.map(({ path }) => path)).toContain('/app')
  expect(cookies.filter(({ path }) => path !== '/app')).toEqual([])
  expect(elsewhere).toEqual([])
})
