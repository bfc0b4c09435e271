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

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" }

const decoded = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (entity, code: string) => ENTITIES[code] ?? entity)

/** Returns the attributes of each tag of a name. React writes values in double quotes, without `<`, `>` and quotes in them. */
function tagsIn(html: string, name: string): Record<string, string>[] {
  const tags = html.split('<').filter((tag) => tag.startsWith(name) && /^[\s/>]/.test(tag.slice(name.length)))
  return tags.map((tag) => {
    const pieces = (tag.split('>', 1)[0] ?? '').split('"')
    const pairs = pieces.flatMap((before, index) => {
      const value = pieces[index + 1]
      if (index % 2 === 1 || value === undefined) return []
      const key = before.trim().split(/\s/).at(-1)?.replace('=', '').toLowerCase() ?? ''
      return [[key, decoded(value)] as const]
    })
    return Object.fromEntries(pairs)
  })
}

/** Types of inputs that a form sends only when they are pressed, or filled in. */
const UNSENT = new Set(['submit', 'button', 'reset', 'image', 'file'])

/** A control of a form with the value that it sends if nobody touches it. */
type Control = { name: string; value: string | undefined; isButton: boolean }

/** Returns the named controls of a form: inputs, text areas, selects and buttons. */
function controlsIn(form: string): Control[] {
  const inputs = tagsIn(form, 'input').map(({ name, type = 'text', value, checked, disabled }) => {
    const isChoice = type === 'checkbox' || type === 'radio'
    const isSent = disabled === undefined && !UNSENT.has(type) && (!isChoice || checked !== undefined)
    return { name, value: isSent ? (value ?? (isChoice ? 'on' : '')) : undefined, isButton: type === 'submit' }
  })
  /** The elements of a name with their content. */
  const elements = (name: string) =>
    form
      .split(new RegExp(`(?=<${name}[\\s>])`))
      .slice(1)
      .map((rest) => {
        const whole = rest.split(`</${name}>`, 1)[0] ?? ''
        return { attributes: tagsIn(whole, name)[0] ?? {}, content: whole.slice(whole.indexOf('>') + 1) }
      })
  const areas = elements('textarea').map(({ attributes: { name, disabled }, content }) => {
    // The first line break after the tag is not a part of the text.
    const value = disabled === undefined ? decoded(content.replace(/^\n/, '')) : undefined
    return { name, value, isButton: false }
  })
  const selects = elements('select').map(({ attributes: { name, disabled }, content }) => {
    const options = tagsIn(content, 'option')
    const chosen = options.find(({ selected }) => selected !== undefined) ?? options[0]
    return { name, value: disabled === undefined ? chosen?.value : undefined, isButton: false }
  })
  const buttons = tagsIn(form, 'button').map(({ name, value = '', type = 'submit', disabled }) => {
    const isButton = type === 'submit' && disabled === undefined
    return { name, value: isButton ? value : undefined, isButton }
  })
  return [...inputs, ...areas, ...selects, ...buttons].flatMap(({ name, ...control }) =>
    name === undefined ? [] : [{ name, ...control }],
  )
}

/** Returns the action of the page's form with these fields, and the values of its other fields. Pure. */
export function formIn(html: string, names: readonly string[]): { action: string; others: [string, string][] } {
  for (const rest of html.split('<form ').slice(1)) {
    const form = `<form ${rest.split('</form>', 1)[0]}`
    const controls = controlsIn(form)
    const { action, method } = tagsIn(form, 'form')[0] ?? {}
    if (action === undefined || method?.toLowerCase() !== 'post') continue
    if (!names.every((name) => controls.some((control) => control.name === name))) continue
    const buttons = controls.filter(({ isButton }) => isButton)
    const pressed = buttons.some(({ name }) => names.includes(name)) ? undefined : buttons[0]
    const others = controls.flatMap((control): [string, string][] => {
      const { name, value, isButton } = control
      if (value === undefined || names.includes(name) || (isButton && control !== pressed)) return []
      return [[name, value]]
    })
    return { action, others }
  }
  throw new Error(`the page has no form that is posted and has the fields ${names.join(', ')}`)
}

/** Elements within a line of text, whose tags do not separate words. */
const INLINE =
  /<\/?(?:a|abbr|b|bdi|cite|code|data|del|em|i|ins|kbd|mark|output|q|s|small|span|strong|sub|sup|time|u|var)(?=[\s>])[^>]*>/g

/** Returns the text of a piece of HTML as React writes it. Pure. */
export function textOf(html: string): string {
  const shown = html.replaceAll(/<!--[^]*?-->|<(head|script|style|template)[\s>][^]*?<\/\1>/g, '')
  const text = shown.replaceAll(INLINE, '').replaceAll(/<[^>]*>/g, ' ')
  return decoded(text).replaceAll(/\s+/g, ' ').trim()
}

const MAX_REDIRECTS = 10

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
      const html = await response.text()
      const headings = [...html.matchAll(/<(h[1-6])[\s>][^]*?<\/\1>/g)].map(([heading]) => textOf(heading))
      return { status: response.status, path: pathname + search, headings, text: textOf(html) }
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
