import { expect, it, onTestFinished, vi } from 'vitest'
import { pageInNewProfile } from '#fairlead/testing/browser.ts'
import { hydrated } from '#fairlead/testing/page.ts'
import { copyProject } from '#tests/harness/copy-project.ts'
import { startDev } from '#tests/harness/start-dev.ts'

/** Time for the first page, while dev still writes the types of messages and loads the page again. */
const PAGE_MS = 120_000

it('this site runs in dev, where the library is its sources, and Vite finds all packages before a page', async () => {
  const { folder, remove } = copyProject()
  onTestFinished(remove)
  const dev = await startDev({}, { folder })
  onTestFinished(() => dev.stop())
  const page = await pageInNewProfile({ baseURL: dev.origin })
  onTestFinished(() => page.context().close())
  for (const path of ['/handbook/run', '/lab/forms']) {
    await page.goto(path, { timeout: PAGE_MS })
    await vi.waitFor(() => hydrated(page), PAGE_MS)
  }
  // Vite says so when a page has others.
  expect(dev.log.filter((line) => line.includes('optimized dependencies changed'))).toEqual([])
})
