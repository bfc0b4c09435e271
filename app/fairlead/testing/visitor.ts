import type { BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { hydrated, watchedPage } from '#fairlead/testing/page.ts'

/** A visitor of the application: what a browser has in its hands, and keeps between requests. */
export type Visitor = {
  /** Cookies by name. */
  readonly cookies: ReadonlyMap<string, string>
  /** Sends a request from a page of the site. It follows no redirect, and its body is read as by `fetch`. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /**
   * Sends a form as a browser without JavaScript does: loads the page, fills in the form that has all of these fields,
   * of which one may be a button, and posts it. A sign-in is one call, whose cookie the visitor keeps.
   *
   * @returns the response to the form; 303 leads to the next page, or back to the form
   * @throws Error if the page has no such form
   */
  submit: (path: string, fields: Readonly<Record<string, string>>) => Promise<Response>
  /**
   * Opens a page in Chromium, with the cookies so far, and waits for hydration. It is closed after the test, which fails
   * if the page logs an error or a warning, throws, or sends a request that fails; see `expectFault`.
   *
   * @param options of the browser's profile, such as `{ viewport, colorScheme, locale }`
   */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" }

/** Returns the attributes of each tag of a name. React writes values in double quotes, without `<`, `>` and quotes in them. */
function tagsIn(html: string, name: string): Record<string, string>[] {
  const tags = html.split('<').filter((tag) => tag.startsWith(name) && /^[\s/>]/.test(tag.slice(name.length)))
  return tags.map((tag) => {
    const pieces = (tag.split('>', 1)[0] ?? '').split('"')
    const pairs = pieces.flatMap((before, index) => {
      const value = pieces[index + 1]
      if (index % 2 === 1 || value === undefined) return []
      const key = before.trim().split(/\s/).at(-1)?.replace('=', '').toLowerCase() ?? ''
      return [[key, value.replaceAll(/&(#?\w+);/g, (entity, code: string) => ENTITIES[code] ?? entity)] as const]
    })
    return Object.fromEntries(pairs)
  })
}

/** Returns where a page's form with these fields is posted, and what it sends beside them. Pure. */
export function formIn(html: string, names: readonly string[]): { action: string; hidden: [string, string][] } {
  for (const rest of html.split('<form ').slice(1)) {
    const form = `<form ${rest.split('</form>', 1)[0]}`
    const inputs = tagsIn(form, 'input')
    const controls = ['input', 'textarea', 'select', 'button'].flatMap((name) => tagsIn(form, name))
    const fields = new Set(controls.map(({ name }) => name))
    const { action, method } = tagsIn(form, 'form')[0] ?? {}
    if (action === undefined || method?.toLowerCase() !== 'post') continue
    if (!names.every((name) => fields.has(name))) continue
    const hidden = inputs.filter(({ type, name }) => type === 'hidden' && name !== undefined)
    return { action, hidden: hidden.map(({ name = '', value = '' }) => [name, value]) }
  }
  throw new Error(`the page has no form that is posted and has the fields ${names.join(', ')}`)
}

/** Keeps the cookies of a response. */
function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', ...value] = pair.split('=')
    const isDeleted = attributes.some((attribute) => /^(max-age=0|expires=Thu, 01 Jan 1970 )/i.test(attribute))
    if (isDeleted) cookies.delete(name)
    else cookies.set(name, value.join('='))
  }
}

/**
 * Returns a new visitor of the built application, which the tests `*.http.test.ts` and `*.browser.test.ts` get.
 *
 *     const visitor = newVisitor()
 *     await visitor.submit('/sign-in', { email: 'ada@example.org', password: 'a light at night' })
 *     expect((await visitor.fetch('/account')).status).toBe(200)
 *     const page = await visitor.open('/account')
 *
 * @param origin of another server, such as that of `startApplication`
 */
export function newVisitor(origin: string = inject('origin')): Visitor {
  const cookies = new Map<string, string>()

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin')
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookie !== '' && !headers.has('cookie')) headers.set('cookie', cookie)
    const response = await fetch(new URL(path, origin), { redirect: 'manual', ...init, headers })
    keepCookies(cookies, response)
    return response
  }

  return {
    cookies,
    fetch: send,
    async submit(path, fields) {
      const { action, hidden } = formIn(await (await send(path)).text(), Object.keys(fields))
      const body = new FormData()
      for (const [name, value] of [...hidden, ...Object.entries(fields)]) body.append(name, value)
      return send(action, { method: 'POST', body, headers: { accept: 'text/html' } })
    },
    async open(path, options = {}) {
      const page = await watchedPage({ baseURL: origin, reducedMotion: 'reduce', ...options })
      const kept = [...cookies].map(([name, value]) => ({ name, value, url: origin }))
      await page.context().addCookies(kept)
      await page.goto(path)
      if (options.javaScriptEnabled !== false) await hydrated(page)
      return page
    },
  }
}
