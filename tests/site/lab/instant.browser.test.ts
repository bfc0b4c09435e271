import { expect, it } from 'vitest'
import { hoverUntilPrefetched } from '#fairlead/testing/at-click.ts'
import { tryLinks, type TriedPair } from '#fairlead/testing/try-links.ts'
import { waitsInEnglish } from '#fairlead/testing/click-without-responses.ts'
import { untilReady } from '#fairlead/testing/until-prefetched.ts'
import { newPage, open } from '#tests/harness/page.ts'

/** Time for a click on a link of each pair of routes, beside other suites. */
const ALL_MS = 600_000

/** The waits that the lab shows: plain links, loaders without a query, parts of a cached page, and a redirect. */
const SHOWN = [
  '/lab/docs/$: a document',
  '/lab/docs/by/$author: a document',
  '/lab/docs/new: a document',
  '/lab/echo/$: a document',
  '/lab/feed: the response of a server function',
  '/lab/gallery: the response of a server function',
  '/lab/kept/: data of ["lab","kept","seconds","entries"]',
  '/lab/kept/: data of ["lab","kept","seconds","entries"], data of ["lab","visitor"]',
  '/lab/kept/hours: data of ["lab","kept","hours","entries"]',
  '/lab/kept/minutes: data of ["lab","kept","minutes","entries"]',
  '/lab/moved/$id: data of ["lab","moved","3",""], a redirect to /lab/item/3',
]

/** Says what a click on a link to a route waited for, without the id that a build gives to a server function. */
function lineOf(pair: TriedPair): string {
  const said = pair.fault ?? waitsInEnglish(pair.waits)
  return `${pair.to.replace('/{-$locale}', '')}: ${said.replace(/\/_serverFn\/\w+/, 'a server function')}`
}

it(
  'a click on a link waits for nothing, unless the page shows what a wait is',
  async () => {
    const page = await newPage()
    const pairs = await tryLinks(page.context())
    expect(pairs.length).toBeGreaterThan(90)
    // On a busy machine a click may come before its prefetch, and wait too.
    expect(pairs.map(lineOf)).toEqual(expect.arrayContaining(SHOWN))
    const broken = pairs.filter(({ isInstant, waits, fault }) => fault !== undefined || (isInstant && waits.length > 0))
    expect(broken.map(lineOf)).toEqual([])
    // Pages of the handbook and items promise it.
    expect(pairs.filter(({ isInstant }) => isInstant).length).toBeGreaterThan(20)
  },
  ALL_MS,
)

it('the inspector names the query of a prefetch that a click has joined', async () => {
  const page = await open('/lab/links')
  await untilReady(page)
  // A press is prefetched, and the click follows at once.
  await page.locator('main ol a').nth(3).click()
  await page.waitForURL('**/lab/item/*')
  const waited = page.getByTestId('inspector').locator('table tr').nth(1).locator('td').last()
  await expect
    .poll(async () => (await waited.innerText()).replaceAll(/[\u2066\u2069]/g, ''))
    .toMatch(/data of \["lab","item","\d+"/)
  expect(await waited.innerText()).not.toContain('response')
})

it('the inspector says what a click waited for in the same words', async () => {
  const page = await open('/lab/links')
  const link = page.locator('a[href="/lab/moved/3"]')
  await hoverUntilPrefetched(link)
  await link.click()
  await page.waitForURL('**/lab/item/3')
  const row = page.getByTestId('inspector').locator('table tr').nth(1)
  await expect
    .poll(async () => (await row.locator('td').last().innerText()).replaceAll(/[\u2066\u2069]/g, ''))
    .toMatch(/^Promised to wait for nothing: .+, a redirect to \/lab\/item\/3$/)
})
