import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectKept, expectOpen, expectPage, markPage } from '#tests/shell/browser/opened.ts'
import { buildWithRules } from '#tests/shell/rules/rules-build.ts'
import { start } from '#tests/shell/rules/rules-page.ts'
import { hydrated } from '#tests/harness/page.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { navigate } from '#tests/shell/browser/watch.ts'

const server = withServer(async () => ({ cwd: await buildWithRules() }))

async function openGallery(path = '/gallery'): Promise<{ page: Page; documents: string[] }> {
  const started = await start(server.origin, {}, path)
  await markPage(started.page)
  return started
}

describe('a photo at a rewritten URL', () => {
  it.each([
    ['/seen/2', '/seen/2'],
    ['/picture/2', '/picture/2'],
    ['/old-picture/2', '/picture/2'],
  ])('%s opens over the page, under %s', async (href, address) => {
    const { page, documents } = await openGallery()
    await navigate(page, href)
    await expectOpen(page, address, /./)
    await expectKept(page)
    await page.goBack()
    await expectPage(page, '/gallery')
    await expectKept(page)
    await page.goForward()
    await expectOpen(page, address, /./)
    expect(documents).toEqual([])
  })

  it('is replaced by the same photo at another of its URLs, and by the next', async () => {
    const { page } = await openGallery()
    await navigate(page, '/seen/2')
    await expectOpen(page, '/seen/2', /./)
    await navigate(page, '/picture/2')
    await expectOpen(page, '/picture/2', /./)
    await navigate(page, '/photo/3')
    await expectOpen(page, '/photo/3', /./)
    await expectKept(page)
    await page.goBack()
    await expectOpen(page, '/picture/2', /./)
  })

  it('is the full page after a reload, and closes to the page underneath by back', async () => {
    const { page } = await openGallery()
    await navigate(page, '/seen/2')
    await expectOpen(page, '/seen/2', /./)
    await page.reload()
    await hydrated(page)
    await expectPage(page, '/seen/2', /./)
    await page.goBack()
    await expectPage(page, '/gallery')
  })

  it('keeps the language', async () => {
    const { page } = await openGallery('/de/gallery')
    await navigate(page, '/de/seen/2')
    await expectOpen(page, '/de/seen/2', /./)
    await expectKept(page)
    await page.keyboard.press('Escape')
    await expectPage(page, '/de/gallery')
  })
})
