import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { startForTest } from '#tests/harness/with-server.ts'
import { errorEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { accept, answerWith, startUpstream } from '#tests/fairlead/error-reports/upstream.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const SECRET = 'a-secret-of-the-tests'
const dataDir = temporaryFolder()

/** Longer than the pause after a first failure and the time until the next look. */
const RETRY_MS = 30_000

it('the operator hears of a new problem once, though the receiver fails and the process dies', async () => {
  const receiver = await startUpstream()
  onTestFinished(receiver.close)
  receiver.behave(answerWith(302, { location: `${receiver.origin}/elsewhere` }))
  const env = {
    REPORT_WEBHOOK: `${receiver.origin}/hook/of-the-tests`,
    REPORT_WEBHOOK_SECRET: SECRET,
    DATA_DIR: dataDir,
  }
  const first = await startForTest({ env })
  const body = errorEnvelope(undefined, undefined, { exception: { values: [{ type: 'Error', value: '@all sank' }] } })
  expect((await fetch(`${first.origin}/monitoring`, { method: 'POST', body })).status).toBe(200)
  await expect.poll(() => receiver.received.length, { timeout: RETRY_MS }).toBe(1)
  await expect.poll(() => first.log.filter((line) => line.includes('answered 302')).length).toBe(1)
  first.process.kill('SIGKILL')
  await first.exit

  receiver.behave(accept)
  const second = await startForTest({ env })
  await expect.poll(() => receiver.received.length, { timeout: RETRY_MS }).toBe(2)
  expect(receiver.received.map(({ url }) => url)).toEqual(['/hook/of-the-tests', '/hook/of-the-tests'])

  for (const { headers, body: message } of receiver.received) {
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
    const expected = createHmac('sha256', SECRET)
      .update(`${String(id)}.${String(at)}.${message}`)
      .digest('base64')
    expect(signature).toBe(`v1,${expected}`)
    expect(JSON.parse(message)).toMatchObject({
      text: expect.stringMatching(/^New: `Error: ＠all sank` http:\/\/\S+\/reports\/[\da-f]{32}$/) as string,
      problems: [{ type: 'new', title: 'Error: ＠all sank', side: 'browser' }],
      leftOut: 0,
    })
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  for (const line of [...first.log, ...second.log]) expect(line).not.toMatch(/of-the-tests/)
}, 90_000)
