import ownVariables from '#app/env.server.ts'
import { exampleValues } from '#app/server/own-variables.ts'
import testVariables from '#tests/shell/application/app/env.server.ts'

/** The variables that have to be set, of this application and that of the shell's tests, with their examples. */
export const EXAMPLES = { ...exampleValues(testVariables), ...exampleValues(ownVariables) }

// For whatever a unit test reads from the environment.
for (const [name, value] of Object.entries(EXAMPLES)) process.env[name] ??= value
