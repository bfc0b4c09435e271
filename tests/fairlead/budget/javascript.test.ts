import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { budgets } from '#app/site.ts'
import { scriptsOf } from '#tests/harness/html.ts'
import { hydrated, newPage } from '#tests/harness/page.ts'

/** Returns the bytes of files after gzip -9. */
async function sizeOf(addresses: Iterable<string>): Promise<number> {
  const sizes = [...addresses].map(async (address) => {
    const response = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
    return gzipSync(await response.arrayBuffer(), { level: 9 }).length
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Opens the home page. Returns the bytes of JavaScript that it needs for hydration, and of what it loads after that. */
async function measure(): Promise<{ first: number; later: number }> {
  const page = await newPage()
  const html = (await (await page.goto('/'))?.text()) ?? ''
  const first = new Set(scriptsOf(html).map((path) => new URL(path, page.url()).href))
  await hydrated(page)
  // Reports come last, when the browser is idle.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/sentry-client-')),
  )
  await page.waitForLoadState('networkidle')
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const later = new Set(loaded.filter((address) => address.endsWith('.js') && !first.has(address)))
  return { first: await sizeOf(first), later: await sizeOf(later) }
}

it('the JavaScript of the home page is within the budgets of app/site.ts', async () => {
  const { first, later } = await measure()
  console.log(`the home page: ${first} bytes of JavaScript after gzip -9 for hydration, and ${later} after it`)
  const { javascriptBytes, deferredJavascriptBytes } = budgets
  expect(first).toBeLessThanOrEqual(javascriptBytes)
  expect(later).toBeLessThanOrEqual(deferredJavascriptBytes)
})
