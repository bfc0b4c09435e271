import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPage } from '#tests/harness/page.ts'
import { type SeededServer, startSeeded } from '#tests/harness/start-seeded.ts'
import { TOKEN } from '#tests/site/http/desk.ts'

const call = { job: 'send-mail', data: '1', max_attempts: 8, due_at: 0, digest: null }
const [kept, lost] = [randomUUID(), randomUUID()]

let server: SeededServer
beforeAll(async () => {
  server = await startSeeded({
    env: { OPERATOR_TOKEN: TOKEN },
    seed: (db) =>
      db
        .insertInto('job_queue')
        .values([
          { ...call, id: randomUUID(), attempts: 0, failed_at: null, error: null },
          { ...call, id: kept, attempts: 8, failed_at: 2, error: 'no <b>server</b>' },
          { ...call, id: lost, attempts: 8, failed_at: 1, error: 'no such address' },
        ])
        .execute(),
  })
})
afterAll(() => server.stop())

it('the desk lists what queued jobs have to do and what has failed, which is retried or deleted', async () => {
  const page = await newPage({ baseURL: server.origin })
  page.removeAllListeners('console')
  page.removeAllListeners('response')
  await page.goto('/reports/jobs')
  await page.locator('main input[name=token]').fill(TOKEN)
  await page.locator('main form button').click()
  await page.getByRole('heading', { level: 1, name: 'Queued jobs' }).waitFor()
  const waiting = page.locator('table').first().locator('tbody tr')
  expect(await waiting.allInnerTexts()).toEqual([expect.stringMatching(/send-mail\s+1/)])

  const row = (text: string) => page.locator('tbody tr', { hasText: text })
  await row('no <b>server</b>').getByRole('button', { name: 'Retry' }).click()
  await row('no <b>server</b>').waitFor({ state: 'detached' })
  await expect.poll(() => waiting.allInnerTexts()).toEqual([expect.stringMatching(/send-mail\s+2/)])
  page.on('dialog', (dialog) => void dialog.accept())
  await row('no such address').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No call has failed.').waitFor()
  const rows = await server.db.selectFrom('job_queue').select(['id', 'attempts', 'failed_at']).execute()
  expect(rows.filter(({ id }) => id === kept)).toEqual([{ id: kept, attempts: 0, failed_at: null }])
  expect(rows.some(({ id }) => id === lost)).toBe(false)
})
