// Sets the variables that have to be set, of this application and of the tests' application, to their examples: unit
// tests read them from the environment, and servers inherit them.
import ownVariables from '#app/env.server.ts'
import { exampleValues } from '#fairlead/platform/own-variables.ts'
import testVariables from '#tests/application/app/env.server.ts'

const examples = { ...exampleValues(testVariables), ...exampleValues(ownVariables) }
for (const [name, value] of Object.entries(examples)) process.env[name] ??= value
