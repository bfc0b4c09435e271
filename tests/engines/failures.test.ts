import { describe, expect, it, vi } from 'vitest'
import { describeInEngines, hasHeading, isAt, isMarked, mark, pause, scrollToY } from '#tests/engines/journeys.ts'

const CLIENT_WORDING =
  'Application error: a client-side exception has occurred (see the browser console for more information).'
const SERVER_WORDING =
  'Application error: a server-side exception has occurred (see the server logs for more information).'

/** Presses the button of the lab that has a text. */
function press(text: string): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
  buttons.find(({ textContent }) => textContent === text)?.click()
}

const isOfflineNoticeShown = () => document.body.innerText.includes('You are offline')

describeInEngines('failures', (journey) => {
  it.each([
    ['Throw while rendering', /render/],
    ['Throw a string while rendering', /string|render/],
  ])('%s: the page of errors, and a report', async (name, report) => {
    const { tab, reports, expectReports } = journey
    expectReports(report)
    await tab.open('/lab/errors')
    await tab.ready()
    const before = reports().length
    await tab.read(press, name)
    await tab.until((wording) => document.body.innerText.includes(wording), CLIENT_WORDING)
    await vi.waitFor(() => expect(reports().length).toBeGreaterThan(before), 20_000)
  })

  it.each(['Throw in an event', 'Reject a promise'])('%s: the page stays, and there is a report', async (name) => {
    const { tab, reports, expectReports } = journey
    expectReports(/event|promise|reject/i)
    await tab.open('/lab/errors')
    await tab.ready()
    const before = reports().length
    await tab.read(press, name)
    await vi.waitFor(() => expect(reports().length).toBeGreaterThan(before), 20_000)
    expect(await tab.read(hasHeading, 'Errors')).toBe(true)
  })

  it.each(['loader', 'before-load', 'server-function', 'query', 'deferred'])(
    'an error of %s on the server, by a link and by its document: the digest, and a report that has it',
    async (place) => {
      const { tab, reports, expectReports } = journey
      expectReports(/broke/)
      await tab.open('/lab/errors')
      await tab.read(
        (href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(),
        `/lab/errors/${place}-error`,
      )
      await tab.until((wording) => document.body.innerText.includes(wording), SERVER_WORDING)
      await tab.load(`/lab/errors/${place}-error`)
      await tab.until((wording) => document.body.innerText.includes(wording), SERVER_WORDING)
      const digest = await tab.until(() => /Digest: ([A-Z0-9]{10})/.exec(document.body.innerText)?.[1])
      await vi.waitFor(() => expect(reports().map((report) => report.digest)).toContain(digest), 20_000)
    },
  )

  // WebKit remembers, for as long as the tab lives, that a module could not be preloaded.
  it('a page that was wanted while the connection was lost opens once it is back', async () => {
    const { tab, gate } = journey
    await tab.open('/lab/links')
    await tab.ready()
    await gate.close()
    await tab.read(() => document.querySelector<HTMLElement>('main a[href="/lab/item/3"]')?.click())
    await tab.until(isOfflineNoticeShown)
    await gate.open()
    await tab.until(hasHeading, 'Item 3')
    await tab.until(isAt, '/lab/item/3')
  })

  it('a document that was asked for while the connection was lost works once it is back', async () => {
    const { tab, gate } = journey
    await tab.open('/lab/links')
    await tab.ready()
    await gate.close()
    await tab.read(() => document.querySelector<HTMLElement>('header a[href="/handbook"]')?.click())
    await tab.until(isOfflineNoticeShown)
    await tab.load('/handbook').catch(() => {})
    await gate.open()
    // Chromium has begun to load it when the connection is back.
    await tab.load('/handbook').catch(() => {})
    await tab.until(hasHeading, 'What Fairlead is')
    await tab.hydrated()
    await tab.ready()
    expect(await tab.read(hasHeading, 'What Fairlead is')).toBe(true)
  })

  it('the page stays while the connection is lost', async () => {
    const { tab, gate } = journey
    await tab.open('/lab/feed')
    await tab.ready()
    await tab.read(mark)
    await tab.type('input[name="note"]', 'kept')
    await tab.read(scrollToY, 0)
    await gate.close()
    await tab.click('header a[href="/handbook"]')
    await tab.until(isOfflineNoticeShown)
    expect(await tab.read(() => document.querySelector<HTMLInputElement>('input[name="note"]')?.value)).toBe('kept')
    expect(await tab.read(isMarked)).toBe(true)
    await gate.open()
    await tab.until(hasHeading, 'What Fairlead is')
  })
})

describeInEngines('first visit', (journey) => {
  // Firefox imports no module again that has failed in the same document.
  it('a click while the connection is lost ends once it is back, though the engine has not loaded', async () => {
    const { tab, gate } = journey
    gate.refused = /\/_build\/engine-core-/
    await tab.open('/lab/links')
    await gate.close()
    gate.refused = undefined
    await tab.read(() => document.querySelector<HTMLElement>('main a[href="/lab/item/3"]')?.click())
    await pause(1_000)
    await gate.open()
    await tab.until(hasHeading, 'Item 3')
    await tab.until(isAt, '/lab/item/3')
    await tab.hydrated()
    await tab.ready()
  })
})

// Each has a cache of its own. WebKit's driver reads no page that is still loading.
describe.each([
  ['components', /\/_build\/links-/],
  ['texts', /\/_build\/shell-/],
])('a page whose %s have not arrived', (_, missing) => {
  describeInEngines(
    'is left',
    (journey) => {
      // Firefox ends the requests of a page when another document is requested.
      it('does not come back, and reports nothing', async () => {
        const { tab, gate, reports } = journey
        gate.held = missing
        // It does not load before another document takes its place.
        tab.load('/lab/links').catch(() => {})
        await tab.until(hasHeading, 'Links')
        await vi.waitFor(() => expect(gate.paths.some((path) => missing.test(path))).toBe(true), 20_000)
        gate.held = /links|shell-|item/
        await tab.read(() => document.querySelector<HTMLElement>('main a[href="/lab/item/3"]')?.click())
        // The SDK reports what has failed once the page is idle.
        await pause(4_000)
        expect(reports()).toEqual([])
        expect(gate.paths.filter((path) => path.startsWith('/lab/'))).toEqual(['/lab/links', '/lab/item/3'])
      })
    },
    { engines: ['chromium', 'firefox'] },
  )
})
