import { type Kysely, sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#fairlead/error-reports/store/open-database.server.ts'
import type { ReportTables } from '#fairlead/error-reports/store/schema.ts'
import { DIGEST, newDeskPage, operator, rows, signIn, withDesk } from '#tests/site/browser/desk-fixture.ts'
import { TOKEN } from '#tests/site/http/desk.ts'
import { errorEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { type TestPlace, testPlace } from '#tests/harness/test-database.ts'
import { expectFault } from '#tests/harness/page.ts'

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

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'The change was not saved. Try again.' })

it.each(FAILURES)('%s, an update of the list shows an alert and keeps the selection', async (_, start, end) => {
  const page = await operator('/reports?kind=CodedError')
  expectFault(page, /net::ERR/)
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

it('an update of a report that fails shows an alert', async () => {
  const page = await operator(`/reports/${DIGEST}`)
  expectFault(page, /net::ERR/)
  await page.route('**/_serverFn/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Ignore' }).click()
  await alert(page).waitFor()
})

describe('a database that fails', () => {
  let place: TestPlace
  let db: Kysely<ReportTables>
  const server = withServer(async () => {
    place = await testPlace('postgres')
    ;({ db } = await openDatabase({ dataDir: '', databaseUrl: place.databaseUrl ?? '' }))
    return { env: { ...place.env, OPERATOR_TOKEN: TOKEN } }
  })
  afterAll(async () => {
    await db.destroy()
    place.remove()
  })

  it('has a notice when it cannot be written, with a button to try again, without JavaScript too', async () => {
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
  })

  it.each([
    ['without JavaScript', false],
    ['with JavaScript', true],
  ])('has an error page with a button to try again, %s', async (_, javaScriptEnabled) => {
    const page = await newDeskPage({ baseURL: server.origin, javaScriptEnabled })
    expectFault(page, /503/)
    await page.goto('/reports/vitals')
    await signIn(page)
    await page.getByRole('heading', { name: 'Vitals' }).waitFor()

    // The session can be read, and the vitals cannot.
    await sql`alter table vitals_by_type rename to vitals_before`.execute(db)
    await sql`
      create function full_disk() returns setof vitals_before language plpgsql
      as 'begin raise exception ''no space left on device'' using errcode = ''53100''; end'
    `.execute(db)
    await sql`create view vitals_by_type as select * from full_disk()`.execute(db)
    expect((await page.goto('/reports/vitals?days=30'))?.status()).toBe(503)
    const notice = page.getByRole('alert').filter({ hasText: 'The disk with the reports is full' })
    await notice.waitFor()

    await sql`drop view vitals_by_type`.execute(db)
    await sql`drop function full_disk`.execute(db)
    await sql`alter table vitals_before rename to vitals_by_type`.execute(db)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Vitals' }).waitFor()
    expect(await notice.count()).toBe(0)
    expect(new URL(page.url()).search).toBe('?days=30')
  })
})
