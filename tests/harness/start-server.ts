import { join } from 'node:path'
import { startServer as start } from '#fairlead/testing/start-server.ts'
import { root } from '#tests/harness/project-files.ts'
// The servers inherit the variables that it sets.
import '#tests/harness/own-variables.ts'

export { type Server, testEnvironment } from '#fairlead/testing/start-server.ts'

/** Returns the folder of the application under test: this project, or a copy of it. */
export function servedFolder(): string {
  return join(root, process.env.SERVED_FOLDER ?? '')
}

/** Starts the built application of the served folder, unless the options name another one. */
export const startServer: typeof start = (options) => start({ cwd: servedFolder(), ...options })
