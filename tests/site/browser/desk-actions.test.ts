import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { expectFault, hydrated, ignoreFault, newPage, visit } from '#tests/harness/page.ts'
import { root } from '#tests/harness/project-files.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'
import { testDatabase } from '#tests/harness/test-database.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { signIn } from '#tests/site/browser/desk-fixture.ts'
import { TOKEN } from '#tests/site/http/desk.ts'
import { errorEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { accept, answerWith, startUpstream, type Upstream } from '#tests/fairlead/error-reports/upstream.ts'

const call = { job: 'send-mail', data: '1', max_attempts: 8, due_at: 0, digest: null }
const [kept, lost] = [randomUUID(), randomUUID()]

let database: Awaited<ReturnType<typeof testDatabase>>
let upstream: Upstream
let receiver: Upstream
afterAll(async () => {
  await database.remove()
  await upstream.close()
  await receiver.close()
})
const server = withServer(async () => {
  upstream = await startUpstream()
  receiver = await startUpstream(answerWith(503))
  database = await testDatabase()
  await database.db
    .insertInto('job_queue')
    .values([
      { ...call, id: randomUUID(), attempts: 0, failed_at: null, error: null },
      { ...call, id: kept, attempts: 8, failed_at: 2, error: 'no <b>server</b>' },
      { ...call, id: lost, attempts: 8, failed_at: 1, error: 'no such address' },
    ])
    .execute()
  const webhook = { REPORT_WEBHOOK: `${receiver.origin}/secret-path`, REPORT_WEBHOOK_SECRET: 'a-secret-of-the-tests' }
  return { env: { ...database.place.env, SENTRY_DSN: upstream.dsn, OPERATOR_TOKEN: TOKEN, ...webhook } }
})

/** Opens a page of the desk and signs in there. */
async function openDesk(path: string): Promise<Page> {
  const page = await newPage({ baseURL: server.origin })
  ignoreFault(page, /401/)
  await visit(page, path)
  await signIn(page)
  return page
}

const row = (page: Page, text: string) => page.locator('tbody tr', { hasText: text })

it('the desk shows the state of the cache, and what invalidated what', async () => {
  const page = await openDesk('/reports/cache')
  await page.getByRole('heading', { level: 1, name: 'Cache' }).waitFor()
  await page.getByText('Nothing has been invalidated.').waitFor()
  for (const figure of ['entries', 'hit-rate', 'bytes', 'renders', 'stored']) {
    expect(await page.locator(`[data-figure=${figure}]`).innerText()).toMatch(/[\d—]/)
  }
  const { place } = database
  const args = ['app/fairlead/cli/cli.ts', 'cache', 'invalidate', 'article:7']
  await promisify(execFile)(process.execPath, args, { cwd: root, env: testEnvironment(place.dataDir, place.env) })
  // The page refreshes without a reload.
  await row(page, 'article:7').waitFor()
  expect(await row(page, 'article:7').innerText()).toContain('npm run cache')
})

it('the desk lists what queued jobs have to do and what has failed, which is retried or deleted', async () => {
  const page = await openDesk('/reports/jobs')
  await page.getByRole('heading', { level: 1, name: 'Queued jobs' }).waitFor()
  const waiting = page.locator('table').first().locator('tbody tr')
  expect(await waiting.allInnerTexts()).toEqual([expect.stringMatching(/send-mail\s+1/)])

  await row(page, 'no <b>server</b>').getByRole('button', { name: 'Retry' }).click()
  await row(page, 'no <b>server</b>').waitFor({ state: 'detached' })
  await expect.poll(() => waiting.allInnerTexts()).toEqual([expect.stringMatching(/send-mail\s+2/)])
  page.on('dialog', (dialog) => void dialog.accept())
  await row(page, 'no such address').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No call has failed.').waitFor()
  const rows = await database.db.selectFrom('job_queue').select(['id', 'attempts', 'failed_at']).execute()
  expect(rows.filter(({ id }) => id === kept)).toEqual([{ id: kept, attempts: 0, failed_at: null }])
  expect(rows.some(({ id }) => id === lost)).toBe(false)
})

it('a report that the ingest refused is sent again, or given up, by the operator', async () => {
  const refuse = answerWith(400, {}, '{"detail":"bad event"}')
  upstream.behave((response, received, count) =>
    (received.body.includes('refused ') ? refuse : accept)(response, received, count),
  )
  for (const value of ['refused once', 'refused for good']) {
    const body = errorEnvelope(undefined, upstream.dsn, { exception: { values: [{ type: 'Error', value }] } })
    expect((await fetch(`${server.origin}/monitoring`, { method: 'POST', body })).status).toBe(200)
  }
  const page = await openDesk('/reports/delivery')
  const aside = page.locator('[data-figure=failed]')
  await expect.poll(() => page.reload().then(() => aside.innerText())).toBe('2')
  await hydrated(page)
  const linesOf = (figures: Element[]) =>
    figures.map((figure) => Math.round(figure.clientHeight / parseFloat(getComputedStyle(figure).lineHeight)))
  expect(await page.locator('main dl').first().locator('dd').evaluateAll(linesOf)).toEqual([1, 1, 1, 1, 1])

  await expect.poll(() => receiver.received.length).toBe(1)
  await page.reload()
  const news = page.locator('section', { hasText: 'Messages to the webhook' })
  await news.getByText('answered 503').waitFor()
  expect((await news.locator('dd').allInnerTexts()).slice(0, 3)).toEqual([new URL(receiver.origin).host, '2', '1'])
  expect(await page.content()).not.toContain('secret-path')
  await hydrated(page)

  // The desk does not reach its server.
  expectFault(page, /net::ERR/)
  await page.route('**/_serverFn/**', (route) => route.abort())
  await row(page, 'refused once').getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('alert').filter({ hasText: 'The change was not saved. Try again.' }).waitFor()
  await page.unroute('**/_serverFn/**')

  upstream.behave(accept)
  const before = upstream.received.length
  await row(page, 'refused once').getByRole('button', { name: 'Retry' }).click()
  await row(page, 'refused once').waitFor({ state: 'detached' })
  await expect
    .poll(() => upstream.received.slice(before).filter(({ body }) => body.includes('refused once')).length)
    .toBe(1)
  await expect.poll(() => page.locator('[data-figure=waiting]').innerText()).toBe('0')
  expect(await aside.innerText()).toBe('1')

  page.once('dialog', (asked) => void asked.accept())
  await row(page, 'refused for good').getByRole('button', { name: 'Discard' }).click()
  await page.getByText('The ingest has not rejected any reports.').waitFor()
  await page.goto('/reports?q=refused')
  // Local reports stay, with their delivery state.
  expect(await page.locator('[data-problem]').count()).toBe(2)
  await page.locator('[data-problem] a', { hasText: 'refused once' }).click()
  await page.locator('[data-fact=delivery]', { hasText: 'Delivered' }).waitFor()
  expect(upstream.received.some(({ body }) => body.includes('refused for good'))).toBe(true)
})
