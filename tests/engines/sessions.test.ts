import { expect, it } from 'vitest'
import { buildApplication } from '#tests/application/build.ts'
import { describeInEngines, hasHeading, type Journey, path, TOKEN } from '#tests/engines/journeys.ts'
import type { Tab } from '#tests/engines/tab.ts'

const isShown = (selector: string) => document.querySelector(selector) !== null
const isGone = (selector: string) => document.querySelector(selector) === null

/** Presses the button that has a text. */
async function press(tab: Tab, text: string): Promise<void> {
  await tab.until((wanted) => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === wanted)
    button?.click()
    return button !== undefined
  }, text)
}

const showsOrdersOf = (name: string) =>
  document.querySelector('[data-testid="orders"]')?.textContent.includes(name.toUpperCase())

/** In the application of the shell's tests, because the site has no accounts. */
function sessions(journey: Journey): void {
  it('who signs in in another tab is shown in this one, and who signs out there leaves its page', async () => {
    const { tab } = journey
    await tab.open('/sign-in?next=/account/orders')
    await press(tab, 'Sign in as anna')
    await tab.until(showsOrdersOf, 'anna')
    await tab.ready()
    const other = await tab.another()
    await other.open('/sign-in?next=/account')
    await press(other, 'Sign in as ben')
    await tab.until(showsOrdersOf, 'ben')
    await other.ready()
    await press(other, 'Sign out')
    await tab.until(hasHeading, 'Sign in')
    expect(await tab.read(path)).toContain('next=')
  })
}

describeInEngines('sessions', sessions, { folder: buildApplication })

describeInEngines('report desk', (journey) => {
  it('a wrong token is refused, and the right one opens the desk with its problems', async () => {
    const { tab, expectReports } = journey
    expectReports(/broke/)
    await tab.load('/lab/errors/loader-error')
    await tab.open('/reports')
    await tab.type('#desk-sign-in-token', 'wrong')
    await tab.click('#desk-sign-in button')
    await tab.until(isShown, '#desk-sign-in-token[aria-invalid="true"]')
    await tab.read(() => document.querySelector<HTMLInputElement>('#desk-sign-in-token')?.select())
    await tab.type('#desk-sign-in-token', TOKEN)
    await tab.click('#desk-sign-in button')
    await tab.until(isGone, '#desk-sign-in-token')
    await tab.click('li[data-problem] a')
    await tab.until(() => /^\/reports\/\w{8}/.test(location.pathname))
    await tab.until(() => document.querySelector('main')?.innerText.includes('broke'))
  })
})
