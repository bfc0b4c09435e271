import { loadEnv } from 'vite'
import { describe, expect, it } from 'vitest'
import { readEnvFiles } from '#fairlead/host/env-files.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

/** Variables in Vite's files, each of which is overridden by the next. */
const FILES = {
  '.env': 'TIDE_A=1\nTIDE_B=1\nTIDE_C=1\nTIDE_D=1\nTIDE_E="two words" # a comment\n',
  '.env.local': 'TIDE_B=2\nTIDE_C=2\nTIDE_D=2\n',
  '.env.production': 'TIDE_C=3\nTIDE_D=3\nTIDE_F=3\n',
  '.env.production.local': 'TIDE_D=4\n',
  '.env.development': 'TIDE_C=5\n',
}

describe('the variables of env files', () => {
  it.each(['development', 'production'] as const)('are the same that Vite reads: %s', (mode) => {
    const folder = temporaryFolder()
    writeFiles(folder, FILES)
    const variables = readEnvFiles(mode, folder)
    expect(variables).toEqual(loadEnv(mode, folder, 'TIDE_'))
    expect(variables).toMatchObject({ TIDE_A: '1', TIDE_B: '2', TIDE_E: 'two words' })
  })

  it('leave out NODE_ENV, and are empty without files', () => {
    const folder = temporaryFolder()
    expect(readEnvFiles('production', folder)).toEqual({})
    writeFiles(folder, { '.env': 'NODE_ENV=development\nTIDE_A=1\n' })
    expect(readEnvFiles('production', folder)).toEqual({ TIDE_A: '1' })
  })
})
