// Sets the variables that have to be set, of this application and of the tests' application, to their examples: unit
// tests read them from the environment, and servers inherit them.
import ownVariables from '#app/env.server.ts'
import type { OwnVariables } from '#fairlead/platform/own-variables.ts'
import testVariables from '#tests/application/app/env.server.ts'

const variables: OwnVariables = { ...testVariables, ...ownVariables }

for (const [name, declared] of Object.entries(variables)) {
  if ('example' in declared) process.env[name] ??= declared.example
}
