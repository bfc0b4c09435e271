import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { respondToFailure } from '#app/host/server/app-handler.ts'
import { log } from '#app/server/log.server.ts'
import { captureException } from '#app/error-reports/capture-exception.server.ts'

vi.mock('#app/error-reports/capture-exception.server.ts', () => ({
  captureException: vi.fn<typeof captureException>(),
}))

const SECRET = 'sounding-lead-4711'

/** Handlers by path. */
const FAILS: Record<string, () => unknown> = {
  '/error': () => {
    throw new Error(`the ${SECRET} broke`)
  },
  '/digest': () => {
    throw Object.assign(new Error(SECRET), { digest: 'theirs-42' })
  },
}

const server = createServer(({ url = '' }, response) => {
  try {
    FAILS[url.split('?', 1)[0] ?? '']?.()
  } catch (error) {
    respondToFailure(error, url, response)
  }
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

const logged = vi.fn<(...line: unknown[]) => void>()

beforeEach(() => {
  logged.mockClear()
  vi.spyOn(log, 'error').mockImplementation(logged)
  vi.mocked(captureException)
    .mockReset()
    .mockReturnValue({ id: 'a'.repeat(32), digest: undefined, stored: Promise.resolve(true) })
})

async function ask(path: string) {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  return { status: response.status, digest: response.headers.get('x-digest'), text: await response.text() }
}

describe('a failure outside the application', () => {
  it.each([
    ['/error', /^\w{10}$/],
    ['/digest', /^theirs-42$/],
  ])('%s is one line, one report and a digest, and says nothing else', async (path, digests) => {
    const { status, digest, text } = await ask(`${path}?token=${SECRET}`)
    expect({ status, text }).toEqual({ status: 500, text: '500 Internal Server Error\n' })
    expect(digest).toMatch(digests)
    const thrown = expect.objectContaining({ message: expect.stringContaining(SECRET) as string }) as unknown
    expect(vi.mocked(captureException).mock.calls).toEqual([[thrown, { digest }]])
    expect(logged.mock.calls).toEqual([[{ err: thrown, digest, report: 'a'.repeat(32), path }, 'failed']])
  })
})
