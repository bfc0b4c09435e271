import type { Page } from 'playwright-core'

/** Collects the paths of the documents that a page asks for from now on. */
export function watchDocuments(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  return documents
}

/** Collects the calls of server functions that a page makes from now on: `prefetch`, or the method of others. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/_serverFn/')) calls.push(request.headers().purpose ?? request.method())
  })
  return calls
}

/** Collects the reports that a page sends from now on. */
export function watchReports(page: Page): string[] {
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('"type":"event"')) reports.push(request.postData() ?? '')
  })
  return reports
}

/** Holds what a page asks for at some URLs, until the function that it returns is called. */
export async function hold(page: Page, urls: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(urls, async (route) => {
    await promise
    // The page may be gone by then.
    await route.continue().catch(() => {})
  })
  return resolve
}

/** Returns a function for what `read` has found in the document at each change, from now on. */
export async function watchChanges(page: Page, read: () => string): Promise<() => Promise<string[]>> {
  const options = { attributes: true, childList: true, subtree: true, characterData: true }
  await page.evaluate(`{
    window.seen = []
    new MutationObserver(() => window.seen.push((${read.toString()})())).observe(document, ${JSON.stringify(options)})
  }`)
  return () => page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)])
}

/** Returns a function for the themes that later documents have had from their first paint on. */
export async function watchThemes(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string | undefined>()
    Object.assign(window, { seen })
    const look = () => {
      if (document.body) seen.add(document.documentElement.dataset.theme)
    }
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
}

/** Navigates, and waits until the navigation has ended: another one before would supersede it. */
export async function goTo(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => window.__TSR_ROUTER__?.navigate({ href: to }), href)
}

/** Navigates without a document, and does not wait for the page. */
export function navigate(page: Page, href: string): Promise<void> {
  return page.evaluate((to) => void window.__TSR_ROUTER__?.navigate({ href: to }), href)
}

/** Scrolls, and waits until the position counts: its event is out a frame later. */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(
    (y) =>
      new Promise((resolve) => {
        addEventListener('scroll', resolve, { once: true })
        window.scrollTo(0, y)
      }),
    top,
  )
}
