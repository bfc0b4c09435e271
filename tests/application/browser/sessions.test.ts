import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { expectFault, hydrated, newPage, open, visit } from '#tests/harness/page.ts'
import { watchReports } from '#tests/application/browser/watch.ts'
import { messageIn } from '#tests/application/message-in.ts'

const orders = (page: Page) => page.getByTestId('orders').innerText()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

/** Clicks a link, and waits for the page that it leads to. */
async function follow(page: Page, name: string, title = name): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await heading(page, title)
}

/** Clicks a button, and waits for the page that it leads to, if there is one. */
async function press(page: Page, name: string, title?: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  if (title !== undefined) await heading(page, title)
}

/** Signs in by JavaScript and waits for the account. */
async function signIn(page: Page, name: 'anna' | 'ben', next = '/account'): Promise<void> {
  await page.goto(`/sign-in?next=${next}`)
  await hydrated(page)
  await press(page, `Sign in as ${name}`)
  await page.getByTestId('orders').waitFor()
}

/** Opens the account of somebody who has signed in by the form without JavaScript. */
async function openAccount(name: 'anna' | 'ben' = 'anna', path = '/account'): Promise<Page> {
  const page = await newPage()
  const text = await (await page.request.get('/sign-in')).text()
  const [, action = ''] = /<form[^>]* action="(\/_serverFn\/[^"]+)"/.exec(text) ?? []
  const headers = { origin: inject('origin'), 'sec-fetch-site': 'same-origin' }
  await page.request.post(action, { headers, form: { name, next: '/account' }, maxRedirects: 0 })
  await visit(page, path)
  return page
}

/** Opens another tab of a browser. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  tab.setDefaultTimeout(10_000)
  await visit(tab, path)
  return tab
}

/** Returns the calls of server functions from now on: the texts of their responses. */
function watchCalls(page: Page): string[] {
  const texts: string[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/_serverFn/')) return
    void response.text().then(
      (text) => texts.push(text),
      () => {},
    )
  })
  return texts
}

/** Waits until prefetches that have begun are done. */
const settled = (page: Page) => page.waitForLoadState('networkidle')

describe('a page behind a guard', () => {
  it('leads to the sign-in page on a soft navigation, and from there on', async () => {
    const page = await open('/members')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await follow(page, 'Orders', 'Sign in')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/account/orders')
    await press(page, 'Sign in as anna', 'Orders')
    expect(await orders(page)).toMatch(/^anna ANNA/)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  it('is not prefetched until the visitor has signed in', async () => {
    const page = await open('/members')
    const calls = watchCalls(page)
    await page.getByRole('link', { name: 'Orders', exact: true }).hover()
    await settled(page)
    expect(calls.join('')).not.toContain('ANNA')
    expect(new URL(page.url()).pathname).toBe('/members')
    await signIn(page, 'anna')
    await page.getByRole('link', { name: 'Orders', exact: true }).hover()
    await expect.poll(() => calls.filter((text) => text.includes('ANNA')).length).toBe(2)
    const before = calls.length
    await follow(page, 'Orders')
    expect(calls.length).toBe(before)
  })

  it('costs no call by itself: the tab knows who is signed in', async () => {
    const page = await openAccount()
    const calls = watchCalls(page)
    await follow(page, 'Orders')
    await follow(page, 'Members')
    await follow(page, 'Account')
    await settled(page)
    expect(calls.filter((text) => text.includes('expiresAt'))).toEqual([])
  })
})

it('signing in by a form whose response has the new session lets the tab know it', async () => {
  const page = await open('/de/sign-in')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const calls = watchCalls(page)
  await press(page, 'Enter', 'Account')
  await settled(page)
  expect(calls.filter((text) => text.includes('expiresAt'))).toHaveLength(1)
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name)).toContain('session_state')
  await follow(page, 'Orders')
  expect(await page.evaluate(() => [location.pathname, 'sameDocument' in window])).toEqual(['/de/account/orders', true])
})

describe('signing out', () => {
  it('in the same tab leaves nothing that was prefetched or visited, nor to another person who signs in', async () => {
    const page = await openAccount()
    await page.getByRole('link', { name: 'Orders', exact: true }).hover()
    await settled(page)
    await press(page, 'Sign out', 'Members')
    const calls = watchCalls(page)
    await follow(page, 'Orders', 'Sign in')
    await page.goBack()
    await heading(page, 'Members')
    await page.goBack()
    await heading(page, 'Sign in')
    expect(await page.content()).not.toContain('ANNA')
    expect(calls.join('')).not.toContain('ANNA')
    await press(page, 'Sign in as ben', 'Account')
    expect(await orders(page)).toMatch(/^ben BEN/)
    await follow(page, 'Orders')
    expect(await orders(page)).toMatch(/^ben BEN/)
  })

  it('by a form of the page leads where its handler says, without another document', async () => {
    const page = await openAccount('anna', '/de/account')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await press(page, 'Leave', 'Members')
    await page.getByText('Goodbye, anna.').waitFor()
    await settled(page)
    expect(await page.evaluate(() => [location.pathname, location.search, 'sameDocument' in window])).toEqual([
      '/de/members',
      '',
      true,
    ])
    await page.goBack()
    await heading(page, 'Sign in')
  })

  it('by a form without a script leaves nothing behind Back', async () => {
    const page = await openAccount()
    await press(page, 'Sign out by form', 'Members')
    await page.goBack()
    await heading(page, 'Sign in')
    expect(await page.content()).not.toContain('ANNA')
  })

  it('in another tab empties what a public page has prefetched', async () => {
    const page = await openAccount()
    await follow(page, 'Members')
    await page.getByRole('link', { name: 'Orders', exact: true }).hover()
    await settled(page)
    // By a form: no script of that tab tells this one.
    const other = await openTab(page.context(), '/account')
    await press(other, 'Sign out by form', 'Members')
    await follow(page, 'Orders', 'Sign in')
  })
})

describe('another person', () => {
  it('who signs in or out in another tab changes the pages of all tabs', async () => {
    const page = await openAccount('anna', '/account/orders')
    const other = await openTab(page.context(), '/members')
    await signIn(other, 'ben')
    await expect.poll(() => orders(page)).toMatch(/^ben BEN/)
    await press(other, 'Sign out', 'Members')
    await heading(page, 'Sign in')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/account/orders')
  })

  it('is not shown a page that comes back from the back/forward cache', async () => {
    const page = await openAccount()
    // This simulates a page that goes to the back/forward cache and comes back. The listener comes with the engine.
    const putAside = () =>
      page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
        return document.documentElement.style.visibility
      })
    await expect.poll(putAside).toBe('hidden')
    await page.context().clearCookies()
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await heading(page, 'Sign in')
  })
})

/** Ends the session on the server alone: the browser keeps its cookies. */
async function endOnServer(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page
    .context()
    .addCookies(cookies.map((cookie) => (cookie.name === 'session' ? { ...cookie, value: 'a'.repeat(43) } : cookie)))
  await page.evaluate(() => document.cookie)
}

it('a form without JavaScript whose session has ended leads to the sign-in, and back to what was typed', async () => {
  const page = await newPage({ javaScriptEnabled: false })
  await page.goto('/de/sign-in?next=/de/account')
  await press(page, 'Sign in by form', 'Account')
  await page.getByLabel('Note').fill('ten fathoms of rope')
  await endOnServer(page)
  await press(page, 'Leave', 'Sign in')
  await press(page, 'Sign in by form', 'Account')
  expect(await page.getByLabel('Note').inputValue()).toBe('ten fathoms of rope')
  await page.getByText(messageIn('de', 'notices', 'signedOut')).waitFor()
  await press(page, 'Leave', 'Members')
  await page.getByText('Goodbye, anna. ten fathoms of rope').waitFor()
})

describe('a session that ends in an open tab', () => {
  it('leads to the sign-in page with the next navigation, and back', async () => {
    const page = await openAccount()
    expectFault(page, /401/)
    await endOnServer(page)
    await follow(page, 'Orders', 'Sign in')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/account/orders')
    await press(page, 'Sign in as anna', 'Orders')
  })

  it('leaves the page and what was typed where it is while something is saved', async () => {
    const page = await openAccount()
    expectFault(page, /401/)
    await endOnServer(page)
    await page.getByLabel('Item').fill('ten fathoms of rope')
    await press(page, 'Save')
    await page.getByText('You are signed out. Sign in and try again.').waitFor()
    expect(await page.getByLabel('Item').inputValue()).toBe('ten fathoms of rope')
    const other = await openTab(page.context(), '/members')
    await signIn(other, 'anna')
    await heading(page, 'Account')
  })
})

describe('a page for people with a permission', () => {
  it('opens for them, by a click and as a document', async () => {
    const page = await openAccount('anna', '/members')
    await follow(page, 'Audit')
    await page.reload()
    await expect.poll(() => page.getByTestId('audited').innerText()).toBe('audited by anna')
  })

  it('is refused to others with 403, in their language, without a report and without its data', async () => {
    const page = await openAccount('ben', '/members')
    expectFault(page, /403/)
    const reports = watchReports(page)
    await follow(page, 'Audit', 'You do not have the permission that this needs.')
    const response = await page.goto('/de/account/audit')
    expect(response?.status()).toBe(403)
    await heading(page, messageIn('de', 'shell', 'error.forbidden'))
    await hydrated(page)
    await heading(page, messageIn('de', 'shell', 'error.forbidden'))
    expect(reports).toEqual([])
    expect(await page.content()).not.toContain('audited by')
  })

  it('leads to the sign-in page without a session', async () => {
    const page = await open('/account/audit')
    await heading(page, 'Sign in')
  })
})
