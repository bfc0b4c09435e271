import { createServer } from 'node:http'
import { expect, it, vi } from 'vitest'
import { respondToFailure } from '#fairlead/host/server/app-handler.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { captureException } from '#fairlead/error-reports/capture-exception.server.ts'
import { listen } from '#tests/harness/listen.ts'

vi.mock('#fairlead/error-reports/capture-exception.server.ts', () => ({
  captureException: vi.fn<typeof captureException>(),
}))

const SECRET = 'sounding-lead-4711'

it.each([
  [new Error(`the ${SECRET} broke`), /^\w{10}$/],
  [Object.assign(new Error(SECRET), { digest: 'theirs-42' }), /^theirs-42$/],
])(
  'a failure outside the application (%s) is one line, one report and a digest, and says nothing else',
  async (thrown, digests) => {
    const origin = await listen(createServer(({ url = '' }, response) => respondToFailure(thrown, url, response)))
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    const report = { id: 'a'.repeat(32), digest: undefined, stored: Promise.resolve(true) }
    const captured = vi.mocked(captureException).mockReset().mockReturnValue(report)
    const response = await fetch(`${origin}/page?token=${SECRET}`)
    expect([response.status, await response.text()]).toEqual([500, '500 Internal Server Error\n'])
    const digest = response.headers.get('x-digest')
    expect(digest).toMatch(digests)
    expect(captured.mock.calls).toEqual([[thrown, { digest }]])
    expect(logged.mock.calls).toEqual([[{ err: thrown, digest, report: report.id, path: '/page' }, 'failed']])
  },
)
