import type { TestProject } from 'vitest/node'
import { root } from '#tests/harness/project-files.ts'
import { startServer } from '#tests/harness/start-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the application under test. */
    origin: string
  }
}

/**
 * Starts one built application for all test files of a project of vitest.config.ts. Returns a function that stops it.
 */
export async function serve(project: TestProject, folder = root): Promise<() => Promise<void>> {
  const server = await startServer({ cwd: folder })
  project.provide('origin', server.origin)
  return async () => {
    await server.stop()
  }
}
