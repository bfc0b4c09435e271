import ownVariables from '#app/env.server.ts'
import { exampleValues } from '#app/server/own-variables.ts'

/** Variables of the application that have to be set, with their examples. */
export const EXAMPLES = exampleValues(ownVariables)

// For whatever a unit test reads from the environment.
for (const [name, value] of Object.entries(EXAMPLES)) process.env[name] ??= value
