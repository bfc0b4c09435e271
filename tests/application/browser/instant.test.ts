import { beforeAll, describe, expect, it } from 'vitest'
import { launchedBrowser } from '#fairlead/testing/browser.ts'
import { waitsInEnglish } from '#fairlead/testing/click-without-responses.ts'
import { tryLinks } from '#fairlead/testing/try-links.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { buildApplicationThatWaits } from '#tests/application/build.ts'
import { INSTANT_ROUTES, WAITING_ROUTES } from '#tests/application/waiting-routes.ts'

const server = withServer(async () => ({ cwd: await buildApplicationThatWaits() }))

/** Time for all clicks, beside other suites. */
const ALL_MS = 300_000

/** What was said of each page that the index links, by its name. */
const said = new Map<string, { said: string; isInstant: boolean }>()

beforeAll(async () => {
  const context = await (await launchedBrowser()).newContext({ baseURL: server.origin, reducedMotion: 'reduce' })
  for (const { to, isInstant, fault, waits } of await tryLinks(context, ['/seeds'])) {
    said.set(to.slice(to.lastIndexOf('/') + 1), { said: fault ?? waitsInEnglish(waits), isInstant })
  }
  await context.close()
}, ALL_MS)

describe('fairlead instant', () => {
  it.each(Object.entries(WAITING_ROUTES))('names what a click on a link to %s waits for', (name, { waits }) => {
    const found = said.get(name)
    expect(found?.isInstant).toBe(true)
    if (typeof waits === 'string') expect(found?.said).toBe(waits)
    else expect(found?.said).toMatch(waits)
  })

  it.each(Object.keys(INSTANT_ROUTES))('finds no wait in %s', (name) => {
    expect(said.get(name)).toEqual({ said: 'nothing', isInstant: true })
  })
})
