import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { SESSIONS, type SessionData } from '#fairlead/sessions/session.ts'
import { cookieName, ownSessions } from '#fairlead/sessions/sessions.server.ts'
import { hydrated, watchedPage } from '#fairlead/testing/page.ts'
import { placeOfApplication, seed } from '#fairlead/testing/seed.ts'

/** A visitor of the application: what a browser has in its hands, and keeps between requests. */
export type Visitor = {
  /** Cookies by name. */
  readonly cookies: ReadonlyMap<string, string>
  /** Sends a request from a page of the site. It follows no redirect, and its body is read as by `fetch`. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /**
   * Sends a form as a browser without JavaScript does: loads the page, fills in the form that has all of these fields,
   * of which one may be a button, and posts it with the values that its other fields have. Without a button it is the first
   * of the form that is pressed. A sign-in is one call, whose cookie the visitor keeps.
   *
   * @returns the response to the form; 303 leads to the next page, or back to the form
   * @throws Error if the page has no such form
   */
  submit: (path: string, fields: Readonly<Record<string, string>>) => Promise<Response>
  /**
   * Reads a page as somebody without JavaScript sees it, after all redirects; from the response to a form, the next page.
   *
   *     const page = await visitor.read(await visitor.submit('/tides/new', { port: 'Calais' }))
   *     expect(page).toMatchObject({ status: 200, path: '/tides/Calais', headings: ['Calais'] })
   *
   * @throws Error for more than ten redirects, and for one that leads away from the application
   */
  read: (page: string | Response) => Promise<{
    status: number
    /** Path and search, after the redirects. */
    path: string
    /** Texts of `h1` to `h6`, in their order. */
    headings: string[]
    /** The text of the body; white space is one space. */
    text: string
  }>
  /**
   * Signs the visitor in, without a page: stores a session of the library in the application's database.
   *
   * @param subject the id of the person
   */
  signIn: (subject: string, data?: SessionData) => Promise<void>
  /**
   * Opens a page in Chromium, with the cookies so far, and waits for hydration. It is closed after the test, which fails
   * if the page logs an error or a warning, throws, or sends a request that fails; see `expectFault`.
   *
   * @param options of the browser's profile, such as `{ viewport, colorScheme, locale }`
   */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>
}

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Document | DefaultTreeAdapterTypes.ChildNode

/** Parses a page as a browser without JavaScript does. */
const parsePage = (html: string): Node => parse(html, { scriptingEnabled: false })

/** Returns the elements from a node on, in the order of the page. Those in a template are none of it. */
function elementsIn(node: Node): Element[] {
  const below = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : []
  return 'tagName' in node ? [node, ...below] : below
}

const attributesOf = ({ attrs }: Element): Partial<Record<string, string>> =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]))

/** Elements within a line of text, whose tags do not separate words. */
const INLINE = new Set(
  'a abbr b bdi cite code data del em i ins kbd mark option output q s small span strong sub sup textarea time u var'.split(
    ' ',
  ),
)

const UNSHOWN = new Set(['head', 'script', 'style'])

function textOf(node: Node): string {
  if ('value' in node) return node.value
  if (!('childNodes' in node) || UNSHOWN.has(node.nodeName)) return ''
  const text = node.childNodes.map(textOf).join('')
  return INLINE.has(node.nodeName) ? text : ` ${text} `
}

const withSingleSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Returns what somebody without JavaScript reads in a page: all its text, and its headings. Pure. */
export function shownIn(html: string): { headings: string[]; text: string } {
  const page = parsePage(html)
  const headings = elementsIn(page).filter(({ tagName }) => /^h[1-6]$/.test(tagName))
  return { headings: headings.map((each) => withSingleSpaces(textOf(each))), text: withSingleSpaces(textOf(page)) }
}

/** Types of inputs that are no fields, or whose file a visitor chooses. */
const UNSENT = new Set(['button', 'reset', 'image', 'file'])

/** Returns the values that a control sends if nobody touches it, and a button if it is pressed. */
function valuesOf(control: Element): string[] {
  const { type, value, disabled, checked, multiple } = attributesOf(control)
  if (disabled !== undefined) return []
  switch (control.tagName) {
    case 'input': {
      if (type === 'checkbox' || type === 'radio') return checked === undefined ? [] : [value ?? 'on']
      return UNSENT.has(type ?? 'text') ? [] : [value ?? '']
    }
    case 'button':
      return (type ?? 'submit') === 'submit' ? [value ?? ''] : []
    case 'textarea':
      return [textOf(control)]
    default: {
      const options = elementsIn(control).filter(({ tagName }) => tagName === 'option')
      const selected = options.filter((option) => attributesOf(option).selected !== undefined)
      const chosen = multiple !== undefined || selected.length > 0 ? selected : options.slice(0, 1)
      return chosen.map((option) => attributesOf(option).value ?? withSingleSpaces(textOf(option)))
    }
  }
}

const CONTROLS = new Set(['input', 'textarea', 'select', 'button'])

/** Returns the action of the page's form with these fields, and the values of its other fields. Pure. */
export function formIn(html: string, names: readonly string[]): { action: string; others: [string, string][] } {
  for (const form of elementsIn(parsePage(html)).filter(({ tagName }) => tagName === 'form')) {
    const { action, method } = attributesOf(form)
    if (action === undefined || method?.toLowerCase() !== 'post') continue
    const controls = elementsIn(form).flatMap((element) => {
      const { name, type = element.tagName === 'button' ? 'submit' : 'text' } = attributesOf(element)
      if (name === undefined || !CONTROLS.has(element.tagName)) return []
      return [{ name, isButton: type === 'submit', values: valuesOf(element) }]
    })
    if (!names.every((name) => controls.some((control) => control.name === name))) continue
    const buttons = controls.filter(({ isButton, values }) => isButton && values.length > 0)
    const pressed = buttons.some(({ name }) => names.includes(name)) ? undefined : buttons[0]
    const others = controls.filter(
      (control) => !names.includes(control.name) && (!control.isButton || control === pressed),
    )
    return {
      action,
      others: others.flatMap(({ name, values }) => values.map((value): [string, string] => [name, value])),
    }
  }
  throw new Error(`the page has no form that is posted and has the fields ${names.join(', ')}`)
}

const MAX_REDIRECTS = 10

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';').map((text) => text.trim())
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
 * @param origin of another server, such as one of `startApplication`
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
      const { action, others } = formIn(await (await send(path)).text(), Object.keys(fields))
      const body = new FormData()
      for (const [name, value] of [...others, ...Object.entries(fields)]) body.append(name, value)
      return send(action, { method: 'POST', body, headers: { accept: 'text/html' } })
    },
    async read(page) {
      let path = typeof page === 'string' ? page : ''
      let response = typeof page === 'string' ? await send(page) : page
      for (let redirects = 0; response.status >= 300 && response.status < 400; redirects++) {
        const to = new URL(response.headers.get('location') ?? '', response.url || new URL(path, origin))
        if (to.origin !== origin) throw new Error(`${path}: leads to ${to.href}, away from the application`)
        if (redirects === MAX_REDIRECTS) throw new Error(`${path}: more than ${MAX_REDIRECTS} redirects`)
        path = to.pathname + to.search
        response = await send(path)
      }
      const { pathname, search } = new URL(response.url)
      return { status: response.status, path: pathname + search, ...shownIn(await response.text()) }
    },
    async signIn(subject, data = {}) {
      const id = await seed(() => ownSessions.rotate(undefined, subject, data, Date.now()), origin)
      cookies.set(cookieName(SESSIONS.cookie, placeOfApplication(origin)), id)
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
