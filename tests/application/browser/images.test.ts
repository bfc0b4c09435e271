import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { recordShifts, shiftsOf } from '#tests/harness/layout-shifts.ts'
import { NARROW, newPage, visit, WIDE } from '#tests/harness/page.ts'

it.each([NARROW, WIDE])('images keep their place free at $width px, in sizes of their own', async (viewport) => {
  const page = await newPage({ viewport })
  await recordShifts(page)
  const remote: string[] = []
  await page.route('https://images.unsplash.com/**', async (route) => {
    remote.push(route.request().url())
    // A picture of other proportions than the page says, and late.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const body = await readFile(new URL('../app/pages/buoy.png', import.meta.url))
    await route.fulfill({ contentType: 'image/png', body })
  })
  await visit(page, '/images')
  const local = page.getByRole('img', { name: 'A buoy' })
  await page.getByRole('img', { name: 'A harbour' }).scrollIntoViewIfNeeded()
  await expect.poll(() => remote.length).toBeGreaterThan(0)
  const source = await local.evaluate((image: HTMLImageElement) => image.currentSrc)
  expect(source).toMatch(/\/_build\/.*\.avif$/)
  expect((await page.request.get(source)).headers()['content-type']).toBe('image/avif')
  const box = await local.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4 / 3, 1)
  expect(box?.width ?? 0).toBeLessThanOrEqual(viewport.width)
  expect(new URL(remote[0] ?? '').searchParams.get('w')).toMatch(/^\d+$/)
  expect(await shiftsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
})
