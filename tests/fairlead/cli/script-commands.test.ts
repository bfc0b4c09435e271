import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#tests/harness/project-files.ts'
import { runProgram } from '#tests/harness/run-program.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'
import { DATABASE_MS, ENGINES, testPlace } from '#tests/harness/test-database.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

const COMMAND = 'app/fairlead/cli/bootstrap.mjs'

/** Inside of the project, whose files the scripts import. */
const folder = temporaryFolder(`${root}tests/.tmp`)

const COUNT = `(await database()).selectFrom('job_queue').selectAll().execute()`

/** Runs a script of this source; what it leaves open must not keep the process. */
async function runScript(source: string, args: string[] = [], env: Record<string, string> = {}) {
  writeFiles(folder, { 'script.tsx': source })
  const script = relative(root, `${folder}/script.tsx`)
  return runProgram([COMMAND, 'run', script, ...args], {
    cwd: root,
    env: testEnvironment(temporaryFolder(), { FORCE_COLOR: '0', ...env }),
  })
}

describe('a script', () => {
  it.each(ENGINES)(
    'has the database, the environment and the modules of the application, on %s',
    async (engine) => {
      const { env } = await testPlace(engine)
      const { code, out, err } = await runScript(
        `import { renderToStaticMarkup } from 'react-dom/server'
       import { database, databaseEngine, transaction } from 'fairlead/database.server'
       import { env } from 'fairlead/env.server'
       import { PublicError } from 'fairlead/errors'
       import { enqueue } from 'fairlead/jobs.server'
       import { hashPassword } from 'fairlead/sessions.server'
       import { siteName } from '#app/site.ts'

       await transaction(() => enqueue({ type: 'queued', name: 'later', run: async () => {} }, { a: 1 }))
       const [name, ...args] = process.argv.slice(2)
       console.log(JSON.stringify([
         databaseEngine(), (await ${COUNT}).length, name, args, siteName, env.DATA_DIR, typeof PublicError,
         (await hashPassword('a light at night')).length > 20, renderToStaticMarkup(<p>{name}</p>),
       ]))
       setInterval(() => {}, 1_000)`,
        ['ada', '--all'],
        env,
      )
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(JSON.parse(out)).toEqual([
        engine,
        1,
        'ada',
        ['--all'],
        'Fairlead',
        env.DATA_DIR,
        'function',
        true,
        '<p>ada</p>',
      ])
    },
    DATABASE_MS,
  )

  it.each<[what: string, source: string, expected: RegExp]>([
    ['throws', `const a = 1\nthrow new Error('no seeds')`, /^Error: no seeds\n {4}at \S*script\.tsx:2:7\n$/],
    [
      'reads what only a browser has',
      `console.error(window.location)`,
      /^ReferenceError: window is not defined\n.*:1:15\n$/,
    ],
    ['imports what is not there', `import './none.ts'`, /^Failed to load url \.\/none\.ts .*script\.tsx.*\n$/],
    [
      'leaves a rejection',
      `void Promise.reject(new Error('left'))\nawait new Promise(() => {})`,
      /Error: left\n.*script\.tsx/,
    ],
  ])('that %s ends with 1 and says where', async (_, source, expected) => {
    const { code, err } = await runScript(source)
    expect(err).toMatch(expected)
    expect(code).toBe(1)
  })

  it('ends with the code that it sets', async () => {
    expect(await runScript('process.exitCode = 3')).toEqual({ code: 3, out: '', err: '' })
  })

  it.each<[args: string[], code: number, line: string]>([
    [['run', 'app/none.ts'], 1, 'app/none.ts: not a file; allowed: the path of a script, such as app/seed.ts\n'],
    [['run', 'app'], 1, 'app: not a file; allowed: the path of a script, such as app/seed.ts\n'],
    [
      ['run'],
      2,
      'Usage: npx fairlead run SCRIPT [ARGUMENT…]    runs a script of the application, such as app/seed.ts\n',
    ],
    [['console', 'now'], 2, 'Usage: npx fairlead console\n'],
  ])('%j prints one line', async (args, code, line) => {
    const env = testEnvironment(temporaryFolder())
    expect(await runProgram([COMMAND, ...args], { cwd: root, env })).toEqual({ code, out: '', err: line })
  })
})

describe('the console', () => {
  it('has the database, the queue, the cache, and files of the application', async () => {
    const child = spawn(process.execPath, [COMMAND, 'console'], { cwd: root, env: testEnvironment(temporaryFolder()) })
    let shown = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text))
    const exit = once(child, 'exit')
    /** Waits for the prompt, and answers it. */
    async function answer(line: string): Promise<string> {
      await expect.poll(() => shown.endsWith('fairlead> ')).toBe(true)
      const before = shown
      shown = ''
      child.stdin.write(`${line}\n`)
      return before
    }
    await answer(`const { siteName } = await import('#app/site.ts')`)
    await answer('siteName')
    expect(await answer(`await transaction(() => enqueue({ name: 'later' }, { a: 1 }))`)).toContain(`'Fairlead'`)
    await answer(`(await ${COUNT}).length`)
    expect(await answer(`await invalidate({ tags: ['tides'] })`)).toMatch(/^1\n/)
    expect(await answer('.exit')).toMatch(/^undefined\n/)
    expect(await exit).toEqual([0, null])
  })
})
