import ownVariables from '#app/env.server.ts'
import type { OwnVariables } from '#fairlead/platform/own-variables.ts'
import testVariables from '#tests/application/app/env.server.ts'

/** Returns a value for each variable that has to be set. */
function exampleValues(variables: OwnVariables): Record<string, string> {
  const examples = Object.entries(variables).flatMap(([name, declared]) =>
    'example' in declared ? [[name, declared.example] as const] : [],
  )
  return Object.fromEntries(examples)
}

/** The variables that have to be set, of this application and of the tests' application, with their examples. */
export const EXAMPLES = { ...exampleValues(testVariables), ...exampleValues(ownVariables) }

// Unit tests read them from the environment.
for (const [name, value] of Object.entries(EXAMPLES)) process.env[name] ??= value
