import { afterAll, beforeAll } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'
import { buildApplicationWithPaths } from '#tests/shell/application/build.ts'

/** Time for a build of the application beside other suites. */
const BUILD_MS = 300_000

/** Starts the application with localized paths for the tests of a file. Returns functions that give it and ask it. */
export function startLocalized(...options: Parameters<typeof buildApplicationWithPaths>) {
  let started: Server | undefined
  beforeAll(async () => {
    started = await startServer({ cwd: await buildApplicationWithPaths(...options) })
  }, BUILD_MS)
  afterAll(() => started?.stop())
  const server = (): Server => {
    if (!started) throw new Error('the application with localized paths has not started')
    return started
  }
  /** @param path decoded */
  const askFor = (path: string, headers: Record<string, string> = {}) =>
    ask(encodeURI(path), { origin: server().origin, headers })
  return { server, askFor }
}

/** Returns the language of a document. */
export const languageOf = (html: string): string | undefined => /<html lang="([^"]+)"/.exec(html)?.[1]
