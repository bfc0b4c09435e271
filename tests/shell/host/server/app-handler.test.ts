import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { respondToFailure } from '#app/host/server/app-handler.ts'
import { log } from '#app/server/log.server.ts'
import { captureException } from '#app/error-reports/capture-exception.server.ts'

vi.mock('#app/error-reports/capture-exception.server.ts', () => ({
  captureException: vi.fn<typeof captureException>(),
}))

const SECRET = 'sounding-lead-4711'

let thrown: Error
const server = createServer(({ url = '' }, response) => respondToFailure(thrown, url, response))

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

it.each([
  [new Error(`the ${SECRET} broke`), /^\w{10}$/],
  [Object.assign(new Error(SECRET), { digest: 'theirs-42' }), /^theirs-42$/],
])(
  'a failure outside the application (%s) is one line, one report and a digest, and says nothing else',
  async (error, digests) => {
    thrown = error
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    const report = { id: 'a'.repeat(32), digest: undefined, stored: Promise.resolve(true) }
    const captured = vi.mocked(captureException).mockReset().mockReturnValue(report)
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/page?token=${SECRET}`)
    expect([response.status, await response.text()]).toEqual([500, '500 Internal Server Error\n'])
    const digest = response.headers.get('x-digest')
    expect(digest).toMatch(digests)
    expect(captured.mock.calls).toEqual([[error, { digest }]])
    expect(logged.mock.calls).toEqual([[{ err: error, digest, report: report.id, path: '/page' }, 'failed']])
  },
)
