import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ofPresentParts } from '#tests/site/handbook/tutorial/present-parts.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const folder = temporaryFolder()
for (const path of ['app/handbook', 'app/locales/de']) mkdirSync(join(folder, path), { recursive: true })
it.each([
  [
    'npm run remove -- lab handbook report-desk de ja\nrm -r tests/site',
    'npm run remove -- handbook de\nrm -r tests/site',
  ],
  ['node app/fairlead/cli/cli.ts remove lab handbook', 'node app/fairlead/cli/cli.ts remove handbook'],
  ['npm run remove -- lab ja', ':'],
  // Misspelt: the command fails.
  ['npm run remove -- labb', 'npm run remove -- labb'],
  ['rm -r app/home app/locales/de app/locales/ja app/locales/ar', 'rm -r app/home app/locales/de'],
])('%j removes what is there', (script, present) => {
  expect(ofPresentParts(script, folder)).toBe(present)
})
