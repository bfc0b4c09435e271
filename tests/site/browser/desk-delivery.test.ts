import { afterAll, expect, it } from 'vitest'
import { pageInNewProfile } from '#tests/harness/browser.ts'
import { hydrated } from '#tests/harness/page.ts'
import { TOKEN } from '#tests/site/http/desk.ts'
import { errorEnvelope } from '#tests/shell/error-reports/envelopes.ts'
import { accept, answerWith, startUpstream, type Upstream } from '#tests/shell/error-reports/upstream.ts'
import { withServer } from '#tests/harness/with-server.ts'

let upstream: Upstream
let receiver: Upstream
afterAll(async () => {
  await upstream.close()
  await receiver.close()
})
const server = withServer(async () => {
  upstream = await startUpstream()
  receiver = await startUpstream(answerWith(503))
  const webhook = { REPORT_WEBHOOK: `${receiver.origin}/secret-path`, REPORT_WEBHOOK_SECRET: 'a-secret-of-the-tests' }
  return { env: { SENTRY_DSN: upstream.dsn, OPERATOR_TOKEN: TOKEN, ...webhook } }
})

it('what the ingest refused is sent again, or given up, by the operator', async () => {
  upstream.behave((response, received, count) =>
    (received.body.includes('refused ') ? answerWith(400, {}, '{"detail":"bad event"}') : accept)(
      response,
      received,
      count,
    ),
  )
  for (const value of ['refused once', 'refused for good']) {
    const body = errorEnvelope(undefined, upstream.dsn, { exception: { values: [{ type: 'Error', value }] } })
    expect((await fetch(`${server.origin}/monitoring`, { method: 'POST', body })).status).toBe(200)
  }
  const page = await pageInNewProfile({ baseURL: server.origin })
  await page.goto('/reports/delivery')
  await page.locator('main input[name=token]').fill(TOKEN)
  await page.locator('main form button').click()
  const aside = page.locator('[data-figure=failed]')
  await expect.poll(() => page.reload().then(() => aside.innerText())).toBe('2')
  await hydrated(page)
  const linesOf = (figures: Element[]) =>
    figures.map((figure) => Math.round(figure.clientHeight / parseFloat(getComputedStyle(figure).lineHeight)))
  expect(await page.locator('main dl').first().locator('dd').evaluateAll(linesOf)).toEqual([1, 1, 1, 1, 1])

  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(1)
  await page.reload()
  const news = page.locator('section', { hasText: 'Messages to the webhook' })
  await news.getByText('answered 503').waitFor()
  expect((await news.locator('dd').allInnerTexts()).slice(0, 3)).toEqual([new URL(receiver.origin).host, '2', '1'])
  expect(await page.content()).not.toContain('secret-path')
  await hydrated(page)

  upstream.behave(accept)
  const before = upstream.received.length
  const line = (text: string) => page.locator('tbody tr', { hasText: text })
  await line('refused once').getByRole('button', { name: 'Retry' }).click()
  await line('refused once').waitFor({ state: 'detached' })
  await expect
    .poll(() => upstream.received.slice(before).filter(({ body }) => body.includes('refused once')).length)
    .toBe(1)
  await expect.poll(() => page.locator('[data-figure=waiting]').innerText()).toBe('0')
  expect(await aside.innerText()).toBe('1')

  page.once('dialog', (asked) => void asked.accept())
  await line('refused for good').getByRole('button', { name: 'Discard' }).click()
  await page.getByText('The ingest has not rejected any reports.').waitFor()
  await page.goto('/reports?q=refused')
  // Local reports stay, with their delivery state.
  expect(await page.locator('[data-problem]').count()).toBe(2)
  await page.locator('[data-problem] a', { hasText: 'refused once' }).click()
  await page.locator('[data-fact=delivery]', { hasText: 'Delivered' }).waitFor()
  expect(upstream.received.some(({ body }) => body.includes('refused for good'))).toBe(true)
  await page.context().close()
})
