import { ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { buildApplicationWithPaths } from '#tests/application/build.ts'

/** Starts the application with localized paths for the tests of a file. Returns it, and a function that asks it. */
export function withLocalizedServer(...options: Parameters<typeof buildApplicationWithPaths>) {
  const server = withServer(async () => ({ cwd: await buildApplicationWithPaths(...options) }))
  /** @param path decoded */
  const askFor = (path: string, headers: Record<string, string> = {}) =>
    ask(encodeURI(path), { origin: server.origin, headers })
  return { server, askFor }
}

/** Returns the language of a document. */
export const languageOf = (html: string): string | undefined => /<html lang="([^"]+)"/.exec(html)?.[1]
