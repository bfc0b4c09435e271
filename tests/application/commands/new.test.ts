import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { templateFiles } from '#fairlead/cli/template-files.ts'
import { installLibrary, packedLibrary } from '#tests/harness/packed-library.ts'
import { ask } from '#tests/harness/request.ts'
import { runProgram } from '#tests/harness/run-program.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { withServer } from '#tests/harness/with-server.ts'

/** Time for a build, Chromium and the checks, beside other suites. */
const LIMIT_MS = 400_000

/** The environment of a terminal, without what this run of vitest has set. */
const terminal = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|DATA_DIR$)/.test(name)),
)

type Options = Pick<Parameters<typeof templateFiles>[0], 'languages' | 'parts'>

/** Writes an application, and returns what runs its commands. */
async function make(folder: string, options: Options) {
  const library = await packedLibrary()
  const files = templateFiles({ name: 'Harbour notes', ...options, library: `file:${library}` })
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  installLibrary(library, folder, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object)
  return (...args: string[]) =>
    runProgram(['node_modules/fairlead/cli/bootstrap.mjs', ...args], { cwd: folder, env: terminal, limitMs: LIMIT_MS })
}

/** Pages, with their status and a text of them. */
type Answers = [path: string, status: number, text: string][]

const APPLICATIONS: [name: string, options: Options, answers: Answers][] = [
  [
    'in one language',
    { languages: ['en'], parts: [] },
    [
      ['/', 200, 'Harbour notes'],
      ['/de', 404, 'Harbour notes'],
      ['/reports', 404, 'Harbour notes'],
    ],
  ],
  [
    'in two languages with the desk',
    { languages: ['en', 'de'], parts: ['report-desk'] },
    [
      ['/', 200, 'Harbour notes'],
      ['/de', 200, 'Wofür diese Website da ist'],
      ['/de/guestbook', 200, 'Gästebuch'],
      ['/reports', 401, 'name="token"'],
      ['/healthz', 200, ''],
      ['/manifest.webmanifest', 200, '"/favicon.svg"'],
    ],
  ],
]

describe.each(APPLICATIONS)(
  'an application made by the command new, %s',
  { timeout: LIMIT_MS },
  (_, options, answers) => {
    // Outside of this project, whose .gitignore is that of everything below it.
    const folder = temporaryFolder()

    it('passes its own tests: formatting, lint, types, functions, HTTP and Chromium', async () => {
      const command = await make(folder, options)
      const { code, out, err } = await command('test')
      expect(code, `${out}\n${err}`).toBe(0)
      for (const name of ['formatting', 'lint', 'types']) expect(out).toContain(`passed  ${name}`)
    })

    describe('that is built', () => {
      const server = withServer(() => ({ cwd: folder }))

      it.each(answers)('answers %s with %i', async (path, status, text) => {
        const answer = await ask(path, { origin: server.origin })
        expect(answer.status).toBe(status)
        expect(answer.text).toContain(text)
      })
    })
  },
)
