import { expect, it, onTestFinished } from 'vitest'
import { copyProject } from '#tests/harness/copy-project.ts'
import { hydrated, newPage } from '#tests/harness/page.ts'
import { startDev } from '#tests/harness/start-dev.ts'

const PAGES = ['/', '/handbook/run', '/lab/forms', '/lab/gallery', '/de/lab/links']

it('this site runs in dev, where the library is its sources, and loads no page twice', async () => {
  const { folder, remove } = copyProject()
  onTestFinished(remove)
  const dev = await startDev({}, { folder })
  onTestFinished(() => dev.stop())
  const page = await newPage({ baseURL: dev.origin })
  for (const path of PAGES) {
    await page.goto(path)
    await hydrated(page)
  }
  // Vite says so when it has found packages of a page too late.
  expect(dev.log.filter((line) => line.includes('optimized dependencies changed'))).toEqual([])
})
