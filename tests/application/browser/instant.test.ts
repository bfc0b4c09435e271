import { describe, expect, it } from 'vitest'
import { launchedBrowser } from '#fairlead/testing/browser.ts'
import { waitsInEnglish } from '#fairlead/testing/click-without-responses.ts'
import { tryLinks } from '#fairlead/testing/try-links.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { buildApplicationThatWaits } from '#tests/application/build.ts'
import { INSTANT_ROUTES, WAITING_ROUTES } from '#tests/application/waiting-routes.ts'

const server = withServer(async () => ({ cwd: await buildApplicationThatWaits() }))

let tried: Promise<Map<string, { said: string; isInstant: boolean }>> | undefined

/** Returns what was said of each page that the index links, by its name; the links are tried once. */
const said = () =>
  (tried ??= (async () => {
    const context = await (await launchedBrowser()).newContext({ baseURL: server.origin, reducedMotion: 'reduce' })
    const pairs = await tryLinks(context, ['/seeds'])
    await context.close()
    return new Map(
      pairs
        .filter(({ from }) => from === '/{-$locale}/seeds/')
        .map((pair) => {
          const { to, isInstant } = pair
          return [to.slice(to.lastIndexOf('/') + 1), { said: pair.fault ?? waitsInEnglish(pair.waits), isInstant }]
        }),
    )
  })())

describe('fairlead instant', () => {
  it.each(Object.entries(WAITING_ROUTES))('names what a click on a link to %s waits for', async (name, { waits }) => {
    const found = (await said()).get(name)
    expect(found?.isInstant).toBe(true)
    if (typeof waits === 'string') expect(found?.said).toBe(waits)
    else expect(found?.said).toMatch(waits)
  })

  it.each(Object.keys(INSTANT_ROUTES))('finds no wait in %s', async (name) => {
    expect((await said()).get(name)).toEqual({ said: 'nothing', isInstant: true })
  })
})
