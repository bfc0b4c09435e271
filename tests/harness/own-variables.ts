import ownVariables from '#app/env.server.ts'
import { exampleValues } from '#fairlead/platform/own-variables.ts'
import testVariables from '#tests/application/app/env.server.ts'

/** The variables that have to be set, of this application and of the tests' application, with their examples. */
export const EXAMPLES = { ...exampleValues(testVariables), ...exampleValues(ownVariables) }

// Unit tests read them from the environment.
for (const [name, value] of Object.entries(EXAMPLES)) process.env[name] ??= value
