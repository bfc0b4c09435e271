import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'
import { DIGEST, newDeskPage, operator, rows, signIn, withDesk } from '#tests/site/browser/desk-fixture.ts'
import { TOKEN } from '#tests/site/http/desk.ts'
import { errorEnvelope } from '#tests/shell/error-reports/envelopes.ts'
import { answerWith, startUpstream } from '#tests/shell/error-reports/upstream.ts'
import { startForTest } from '#tests/harness/with-server.ts'
import { testPlace } from '#tests/harness/test-database.ts'

withDesk()

/** Two ways in which an update does not reach the server, each with its end. */
const FAILURES: [name: string, start: (page: Page) => Promise<unknown>, end: (page: Page) => Promise<unknown>][] = [
  ['offline', (page) => page.context().setOffline(true), (page) => page.context().setOffline(false)],
  [
    'with the server out of reach',
    (page) => page.route('**/_serverFn/**', (route) => route.abort()),
    (page) => page.unroute('**/_serverFn/**'),
  ],
]

/** Starts the site on an empty database of PostgreSQL, which the test reads and breaks. */
async function startOnPostgres() {
  const { databaseUrl = '', env, remove } = await testPlace('postgres')
  const { db } = await openDatabase({ dataDir: '', databaseUrl })
  onTestFinished(async () => {
    await db.destroy()
    remove()
  })
  return { db, server: await startForTest({ env: { ...env, OPERATOR_TOKEN: TOKEN } }) }
}

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'The change was not saved. Try again.' })

describe.each(FAILURES)('%s, an update', (_, start, end) => {
  it('of the list shows an alert and keeps the selection', async () => {
    const page = await operator('/reports?kind=CodedError')
    page.removeAllListeners('console')
    await rows(page).first().getByRole('checkbox').check()
    await start(page)
    await page.getByRole('button', { name: 'Ignore' }).click()
    await alert(page).waitFor()
    await page.getByText('1 selected').waitFor()
    expect(await rows(page).first().getByRole('checkbox').isChecked()).toBe(true)

    await end(page)
    await page.getByRole('button', { name: 'Ignore' }).click()
    await page.getByText('No problems match').waitFor()
    expect(await alert(page).count()).toBe(0)
    expect(await page.getByText('1 selected').count()).toBe(0)
    await page.goto('/reports?kind=CodedError&state=ignored')
    await rows(page).first().locator('a').focus()
    await expect.poll(() => page.keyboard.press('o').then(() => rows(page).count())).toBe(0)
  })

  it('of a report shows an alert', async () => {
    const page = await operator(`/reports/${DIGEST}`)
    page.removeAllListeners('console')
    await start(page)
    await page.getByRole('button', { name: 'Ignore' }).click()
    await alert(page).waitFor()
    await end(page)
  })
})

it('an update of dead letters that fails shows an alert', async () => {
  const upstream = await startUpstream()
  onTestFinished(() => upstream.close())
  upstream.behave(answerWith(400, {}, '{"detail":"bad event"}'))
  const server = await startForTest({ env: { SENTRY_DSN: upstream.dsn, OPERATOR_TOKEN: TOKEN } })
  const body = errorEnvelope(undefined, upstream.dsn)
  expect((await fetch(`${server.origin}/monitoring`, { method: 'POST', body })).status).toBe(200)
  const page = await operator('/reports/delivery', { baseURL: server.origin })
  page.removeAllListeners('console')
  const retry = page.getByRole('button', { name: 'Retry', exact: true })
  await expect.poll(() => page.reload().then(() => retry.count())).toBeGreaterThan(0)
  await page.route('**/_serverFn/**', (route) => route.abort())
  await expect
    .poll(() =>
      retry
        .first()
        .click()
        .then(() => alert(page).count()),
    )
    .toBe(1)
})

it('the notice of a store that cannot be written has a button to try again, without JavaScript too', async () => {
  const { db, server } = await startOnPostgres()
  const setReadOnly = async (value: 'on' | 'off') => {
    await sql`alter system set default_transaction_read_only = ${sql.lit(value)}`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
  }
  const sendReport = () => fetch(`${server.origin}/monitoring`, { method: 'POST', body: errorEnvelope() })
  const page = await newDeskPage({ baseURL: server.origin, javaScriptEnabled: false })
  await page.goto('/reports/delivery')
  await signIn(page)
  await setReadOnly('on')
  await expect.poll(() => sendReport().then(({ status }) => status)).toBe(503)
  await page.goto('/reports/delivery')
  const notice = page.getByRole('alert').filter({ hasText: 'The report store is read-only' })
  await notice.waitFor()

  await setReadOnly('off')
  await expect.poll(() => sendReport().then(({ status }) => status)).toBe(200)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Delivery' }).waitFor()
  await expect.poll(() => notice.count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/reports/delivery')
}, 120_000)

it.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])(
  'the error page of a failed query has a button to try again, %s',
  async (_, javaScriptEnabled) => {
    const { db, server } = await startOnPostgres()
    const page = await newDeskPage({ baseURL: server.origin, javaScriptEnabled })
    await page.goto('/reports/vitals')
    await signIn(page)
    await page.getByRole('heading', { name: 'Vitals' }).waitFor()

    // The session can be read, and the vitals cannot.
    await sql`alter table vitals rename to vitals_before`.execute(db)
    await sql`
    create function full_disk() returns setof vitals_before language plpgsql
    as 'begin raise exception ''no space left on device'' using errcode = ''53100''; end'
  `.execute(db)
    await sql`create view vitals as select * from full_disk()`.execute(db)
    expect((await page.goto('/reports/vitals?days=30'))?.status()).toBe(503)
    const notice = page.getByRole('alert').filter({ hasText: 'The disk with the reports is full' })
    await notice.waitFor()

    await sql`drop view vitals`.execute(db)
    await sql`alter table vitals_before rename to vitals`.execute(db)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Vitals' }).waitFor()
    expect(await notice.count()).toBe(0)
    expect(new URL(page.url()).search).toBe('?days=30')
  },
  120_000,
)
