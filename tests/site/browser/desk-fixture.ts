import type { BrowserContextOptions, Cookie, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { hydrated, ignoreFault, newPage, visit } from '#tests/harness/page.ts'
import { TOKEN } from '#tests/site/http/desk.ts'
import { envelope, errorEvent, LOCAL_DSN, randomId } from '#tests/fairlead/error-reports/envelopes.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

/** The digest of the seeded report. */
export const DIGEST = 'K7QX2M9RTB'
/** A digest and an id that parse as numbers. */
export const CODE = '7E23456789'
export const DIGITS = '12345678901234567890123456789012'
/** Text with HTML, a script and a terminal escape. */
const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u001b[31m'

export let server: Server
/** The cookies of an operator who has signed in. */
let session: Cookie[] = []

/**
 * Starts a server with reports for the tests of a file.
 *
 * @param shoals number of further problems
 */
export function withDesk(shoals = 0): void {
  beforeAll(async () => {
    session = []
    server = await startServer({ env: { OPERATOR_TOKEN: TOKEN, SENTRY_TRACES_SAMPLE_RATE: '1' } })
    await seed(shoals)
  })
  afterAll(() => server.stop())
}

async function send(text: string): Promise<void> {
  const { status } = await fetch(`${server.origin}/monitoring`, { method: 'POST', body: text })
  if (status !== 200) throw new Error(`the tunnel answered ${status}`)
}

/** Stores a span, in a new trace unless `more` names one. */
export async function sendSpan(attributes: Record<string, string | number>, more: object = {}): Promise<void> {
  const typed = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { value }]))
  const span = { trace_id: randomId(), span_id: 'b'.repeat(16), start_timestamp: 1, end_timestamp: 1.25, name: 'span' }
  await send(
    envelope({ dsn: LOCAL_DSN }, [
      { type: 'span', item_count: 1 },
      { version: 2, items: [{ ...span, attributes: typed, ...more }] },
    ]),
  )
}

/** Stores a report with everything that may belong to it, one of hostile text, and more problems of another kind. */
async function seed(shoals: number): Promise<void> {
  const [id, traceId] = [randomId(), randomId()]
  const event = {
    exception: { values: [{ type: 'PictureError', value: 'The picture could not be read' }] },
    contexts: { trace: { trace_id: traceId, span_id: 'a'.repeat(16) } },
    tags: { digest: DIGEST, tab: 't', route: '/{-$locale}/lab/photo/$id' },
    breadcrumbs: [{ timestamp: 1, category: 'ui.click', message: HOSTILE }],
  }
  await send(envelope({ event_id: id, dsn: LOCAL_DSN }, [{ type: 'event' }, errorEvent(id, event)]))
  await send(
    envelope({ dsn: LOCAL_DSN }, [{ type: 'user_report' }, { event_id: id, comments: `It went dark ${HOSTILE}` }]),
  )
  const vital = {
    'sentry.op': 'http.client',
    'sentry.segment.name': '/{-$locale}/lab',
    'browser.navigation.type': 'navigate',
    'browser.web_vital.lcp.value': 1_200,
  }
  await sendSpan(vital, { trace_id: traceId, name: `GET ${HOSTILE}` })
  const coded = errorEvent(DIGITS, {
    exception: { values: [{ type: 'CodedError', value: 'x' }] },
    tags: { digest: CODE },
  })
  await send(envelope({ event_id: DIGITS, dsn: LOCAL_DSN }, [{ type: 'event' }, coded]))
  const hostile = { exception: { values: [{ type: HOSTILE, value: HOSTILE }] }, tags: { route: HOSTILE, tab: HOSTILE } }
  const other = randomId()
  await send(envelope({ event_id: other, dsn: LOCAL_DSN }, [{ type: 'event' }, errorEvent(other, hostile)]))
  await Promise.all(
    Array.from({ length: shoals }, (_, index) => {
      const one = randomId()
      const more = { exception: { values: [{ type: 'ShoalError', value: `shoal ${'x'.repeat(index)}` }] } }
      return send(envelope({ event_id: one, dsn: LOCAL_DSN }, [{ type: 'event' }, errorEvent(one, more)]))
    }),
  )
}

/** Opens an empty page, which may be asked to sign in. */
export async function newDeskPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage({ baseURL: server.origin, ...options })
  ignoreFault(page, /401/)
  return page
}

/** Signs in by the form of the open page. */
export async function signIn(page: Page): Promise<void> {
  await page.locator('main input[name=token]').fill(TOKEN)
  await page.locator('main form button').click()
}

/** Opens a page of the desk as an operator, who signs in once for a file, from a browser whose time zone is not known yet. */
export async function operator(path = '/reports', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newDeskPage(options)
  if (session.length > 0) {
    await page.context().addCookies(session)
    await page.goto(path)
  } else {
    await visit(page, path)
    await signIn(page)
    await page.waitForURL(path)
    const cookies = await page.context().cookies()
    session = cookies.filter(({ name }) => name !== 'tz')
  }
  await hydrated(page)
  return page
}

export const rows = (page: Page) => page.locator('main [data-problem]')
export const dialog = (page: Page) => page.locator('dialog[open]')
export const lookupField = (page: Page) => page.locator('main input[name=id]')

/** Pastes text into the lookup field. */
export async function paste(page: Page, text: string): Promise<void> {
  await lookupField(page).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
