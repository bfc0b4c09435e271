import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApplicationWithHoles } from '#tests/application/build.ts'
import { type Output, runProgram } from '#tests/harness/run-program.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const LIMIT_MS = 400_000

const LOG = 'but its page app/routes/{-$locale}/log/index.tsx asks for a session'
const EDIT = 'but its page app/routes/{-$locale}/log/edit.tsx asks for the permission log.edit'
const LAYOUT = 'but its page app/routes/{-$locale}/log/route.tsx asks for a session'

/** The holes of the application, each with its fault. */
const HOLES: [name: string, fault: string][] = [
  ['GET holeInLoader', `answers nobody, ${LOG}`],
  ['POST holeInHandler', `answers nobody, ${LOG}`],
  ['POST holeInForm', `answers nobody, ${LOG}`],
  ['GET holeInComponent', `answers nobody, ${LOG}`],
  ['GET holeInDynamicImport', `answers nobody, ${LOG}`],
  ['GET holeInReexport', `answers nobody, ${LOG}`],
  ['GET holeOfFactory', `answers nobody, ${LOG}`],
  ['GET holeOfCondition', `answers nobody, ${LOG}`],
  ['GET holeOfOtherPermission', `answers auditor, ${EDIT}`],
  ['POST holeOfSession', `answers ben, ${EDIT}`],
  ['GET holeInRead', `shows ben what is ada's: "entry-of-ada"`],
  ['GET holeInField', `answers ben about what is ada's`],
  ['POST holeInChange', `lets ben change a row of ada's in the table log_entries`],
  ['POST holeInRemoval', `lets ben change a row of ada's in the table log_entries`],
  ['GET holeInList', `shows ben what is ada's: "entry-of-ada"`],
  ['GET holeForGuests', `shows nobody what is ada's: "entry-of-ada"`],
  ['POST holeInOrder', `lets nobody change a row of ada's in the table log_entries`],
  ['GET /log/print', `answers nobody, ${LAYOUT}`],
  ['POST /log/print', `answers nobody, ${LAYOUT}`],
  ['GET /api/totals/$id', `answers nobody, ${LOG}`],
  ['GET /api/entries/$id', `shows ben what is ada's: "entry-of-ada"`],
]

let folder: string
beforeAll(async () => {
  folder = await buildApplicationWithHoles()
}, LIMIT_MS)

const run = (...args: string[]): Promise<Output> =>
  runProgram(['node_modules/fairlead/cli/cli.js', 'access', ...args], {
    cwd: folder,
    env: testEnvironment(temporaryFolder()),
    limitMs: LIMIT_MS,
  })

describe('fairlead access', { timeout: LIMIT_MS }, () => {
  let output: Output
  let matrix: string
  beforeAll(async () => {
    rmSync(join(folder, 'tests/access.txt'), { force: true })
    output = await run()
    matrix = readFileSync(join(folder, 'tests/access.txt'), 'utf8')
  }, LIMIT_MS)

  const faults = () => output.out.split('\n').filter((line) => line !== '' && !/^[-+] /.test(line))

  it.each(HOLES)('finds the hole of %s', (name, fault) => {
    expect(faults().filter((line) => line.includes(` ${name} ${fault}`))).toHaveLength(1)
  })

  it('finds no other one, and fails', () => {
    const named = faults().map((line) => HOLES.find(([name]) => line.includes(` ${name} `))?.[0] ?? line)
    expect([...new Set(named)].toSorted()).toEqual(HOLES.map(([name]) => name).toSorted())
    expect(output).toMatchObject({ code: 1, err: '' })
  })

  it.each([
    'GET inRead: nobody 401, ada answered, ben 404, editor 404, auditor 404',
    'POST inRemoval: nobody 401, ada answered, ben 404, editor answered, auditor 404',
    'GET ofPermission: nobody 401, ada 403, ben 403, editor answered, auditor 403',
    'GET forGuests: nobody nothing, ada answered, ben answered, editor nothing, auditor nothing',
    'POST leave (public): nobody answered, ada answered, ben answered, editor answered, auditor answered',
    'GET /log/count: nobody 401, ada answered, ben answered, editor answered, auditor answered',
  ])('writes who got an answer: %s', (line) => expect(matrix).toContain(` ${line}\n`))

  it('compares with what is written', async () => {
    writeFileSync(
      join(folder, 'tests/access.txt'),
      matrix.replace('GET inRead: nobody 401', 'GET inRead: nobody answered'),
    )
    const { code, out } = await run('--check')
    expect(out).toContain('- app/log/sound.functions.ts GET inRead: nobody answered,')
    expect(out).toContain('+ app/log/sound.functions.ts GET inRead: nobody 401,')
    expect(code).toBe(1)
  })

  it('says what is wrong with an argument', async () => {
    expect(await run('--force')).toMatchObject({ code: 2, err: expect.stringContaining('npx fairlead access --check') })
  })
})
