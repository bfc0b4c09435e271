import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildCopy, buildFiles } from '#tests/harness/build-copy.ts'
import { newPage } from '#tests/harness/page.ts'
import { root } from '#tests/harness/project-files.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { TOKEN } from '#tests/site/http/desk.ts'

const SITE = 'tests/.tmp/below-path-site.ts'

const server = withServer(async () => {
  const site = readFileSync(join(root, 'app/site.ts'), 'utf8')
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  writeFileSync(join(root, SITE), site.replace(/(export const basePath: [^=]*= )'[^']*'/, "$1'/app'"))
  const cwd = await buildCopy({ name: 'below-path-site', files: buildFiles().set('app/site.ts', SITE) })
  return { cwd, env: { OPERATOR_TOKEN: TOKEN } }
})

it('the desk works below a path', async () => {
  const page = await newPage({ baseURL: server.origin })
  page.removeAllListeners('console')
  page.removeAllListeners('response')
  const elsewhere: string[] = []
  page.on('request', (asked) => {
    const { pathname } = new URL(asked.url())
    if (!pathname.startsWith('/app/')) elsewhere.push(pathname)
  })
  await page.goto('/app/reports/vitals?days=30')
  await page.locator('main input[name=token]').fill(TOKEN)
  await page.locator('main form button').click()
  await page.locator('main nav a[aria-current]').first().waitFor()
  await page.waitForURL('**/app/reports/vitals?days=30')
  await page.locator('a[href="/app/reports/delivery"]').click()
  await page.waitForURL('**/app/reports/delivery')
  await page.reload()
  await page.locator('a[href="/app/reports"]').first().waitFor()
  const cookies = await page.context().cookies()
  expect(cookies.map(({ path }) => path)).toContain('/app')
  expect(cookies.filter(({ path }) => path !== '/app')).toEqual([])
  expect(elsewhere).toEqual([])
})
