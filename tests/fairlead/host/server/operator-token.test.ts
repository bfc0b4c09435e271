import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareOperatorToken } from '#fairlead/host/server/operator-token.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return { ...fs, writeFileSync: vi.fn(fs.writeFileSync) }
})

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
const prepare = (dataDir = folder, token?: string) => prepareOperatorToken({ OPERATOR_TOKEN: token, DATA_DIR: dataDir })

describe('the token of the report desk', () => {
  it('is the one that the operator has set, and no file is written', () => {
    expect(prepare(folder, 'set-by-the-operator')).toEqual({ type: 'set', token: 'set-by-the-operator' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('is created once for each folder, and the folder with it, readable by its owner only', () => {
    const dataDir = join(folder, 'a/b')
    const created = prepare(dataDir)
    expect(created).toEqual({ type: 'created', token: expect.stringMatching(/^[\w-]{32}$/) as string })
    expect(prepare(dataDir)).toEqual({ ...created, type: 'stored' })
    expect(readdirSync(dataDir)).toEqual(['operator-token'])
    expect(statSync(join(dataDir, 'operator-token')).mode & 0o777).toBe(0o600)
    expect(prepare()).not.toEqual(created)
  })

  it.each(['', 'short', 'two words of a sentence'])('that the file holds as %j is refused, and stays', (text) => {
    const file = join(folder, 'operator-token')
    writeFileSync(file, text)
    expect(() => prepare()).toThrow(`${file}: not a valid token`)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('leaves no file if it cannot be written', () => {
    vi.mocked(writeFileSync).mockImplementationOnce((file) => {
      appendFileSync(file, 'hal')
      throw new Error('ENOSPC: no space left on device')
    })
    expect(prepare()).toEqual({ type: 'none', why: 'ENOSPC: no space left on device' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('is not available if no file can be written', () => {
    writeFileSync(join(folder, 'file'), '')
    const why = expect.stringContaining('file') as string
    expect(prepare(join(folder, 'file/data'))).toEqual({ type: 'none', why })
  })
})
