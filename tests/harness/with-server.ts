import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type Server, startServer } from '#tests/harness/start-server.ts'

type Options = Parameters<typeof startServer>[0]

/** Time for a build of the application while other suites run, and for its start. */
const START_MS = 300_000

/**
 * Starts the built application for the tests of a file or of a `describe`, and stops it after them. Tests and later
 * hooks can read the server's members.
 *
 * @param options of `startServer`, or a function that returns them, such as one that builds another application
 */
export function withServer(options: Options | (() => Options | Promise<Options>) = {}): Server {
  let running: Server | undefined
  beforeAll(async () => {
    running = await startServer(typeof options === 'function' ? await options() : options)
  }, START_MS)
  afterAll(() => running?.stop())
  const started = (): Server => {
    if (!running) throw new Error('the server is read before it has started')
    return running
  }
  return new Proxy({} as Server, { get: (_, name) => Reflect.get(started(), name) as unknown })
}

/** Starts the built application, and stops it when the present test has ended. */
export async function startForTest(options: Options = {}): Promise<Server> {
  const server = await startServer(options)
  onTestFinished(async () => void (await server.stop()))
  return server
}
