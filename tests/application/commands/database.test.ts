import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync, cpSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '#fairlead/database/connect.server.ts'
import { databaseLocation } from '#fairlead/database/database.server.ts'
import { readPartDatabases } from '#fairlead/host/read-parts.ts'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { copyFiles, projectFiles } from '#tests/harness/project-files.ts'
import { runProgram } from '#tests/harness/run-program.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'
import { DATABASE_MS, type Engine, ENGINES, type TestPlace, testPlace } from '#tests/harness/test-database.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const IMPORT = `import type { Migration } from '#fairlead/database/migration.ts'\n`
/** Slow, so that processes that begin at once meet. */
const TIDES = `${IMPORT}export const up: Migration = async ({ schema }) => {
  await schema.createTable('tides').addColumn('port', 'text').execute()
  await new Promise((resolve) => setTimeout(resolve, 300))
}\n`
const BROKEN = `${IMPORT}export const up: Migration = async ({ schema }) => {
  await schema.createTable('ports').addColumn('name', 'text').execute()
  await schema.alterTable('nowhere').addColumn('name', 'text').execute()
}\n`
const PORTS = BROKEN.replace(/.*nowhere.*\n/, '')

/** The work of the server on its database before it listens. */
const START = `import { registerApplicationFiles } from '#fairlead/host/application-files.ts'
registerApplicationFiles()
const { startDatabase } = await import('#fairlead/host/server/start-database.ts')
try { await startDatabase(); console.log('started'); process.exit(0) }
catch (error) { console.error(error.message); process.exit(1) }\n`

/** Time for a test that runs several commands. */
const COMMANDS_MS = 60_000

/** Databases of parts, and the files of their migrations. */
const databasesOfParts = await readPartDatabases(readEnv())
const ofParts = databasesOfParts.flatMap(({ sets }) =>
  sets.flatMap(({ migrations }) => migrations.map(({ file }) => file)),
)

let copy: string
beforeAll(() => {
  copy = temporaryFolder()
  copyFiles(
    projectFiles().filter((path) => path.startsWith('app/') || path === 'package.json'),
    copy,
  )
  writeFileSync(join(copy, 'app/fairlead/host/server/start.ts'), START)
})

/** Prepares an empty database before each test, and no migrations of the copy's own. */
function useCopy(engine: Engine) {
  let place: TestPlace

  beforeAll(async () => (await testPlace(engine)).remove(), DATABASE_MS)
  const folder = () => join(copy, 'app/database/migrations')
  function write(files: Record<string, string>): void {
    rmSync(folder(), { recursive: true, force: true })
    mkdirSync(folder(), { recursive: true })
    for (const [name, source] of Object.entries(files)) writeFileSync(join(folder(), name), source)
  }

  // Half of a command's time is the compilation of its modules, which is the same for all of them.
  const run = (script: string, args: readonly string[] = [], env: Record<string, string> = place.env) =>
    runProgram([script, ...args], {
      cwd: copy,
      env: testEnvironment(place.dataDir, { ...env, NODE_COMPILE_CACHE: join(copy, 'compiled') }),
    })
  const command = (...args: string[]) => run('app/fairlead/cli/cli.ts', args)
  const start = () => run('app/fairlead/host/server/start.ts')

  async function query(line: string): Promise<unknown[]> {
    const { db } = connect<unknown>(databaseLocation({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl }))
    const { rows } = await sql.raw(line).execute(db)
    await db.destroy()
    return rows
  }

  beforeEach(async () => {
    place = await testPlace(engine)
    write({})
  })
  afterEach(() => place.remove())
  return { write, run, command, start, query, place: () => place }
}

describe.each(ENGINES)('migrations of an application on %s', { timeout: COMMANDS_MS }, (engine) => {
  const { write, start, query } = useCopy(engine)

  it('run once when processes start at once', async () => {
    write({ '001-tides.server.ts': TIDES, '002-ports.server.ts': PORTS })
    const started = await Promise.all([start(), start(), start()])
    for (const output of started) expect(output).toEqual({ code: 0, out: 'started\n', err: '' })
    expect(await query(`select name from migrations where set_name = 'database' order by version`)).toEqual([
      { name: '001-tides' },
      { name: '002-ports' },
    ])
  })
})

describe('the database of an application', { timeout: COMMANDS_MS }, () => {
  const { write, run, command, start, query, place } = useCopy('sqlite')

  it('has its migrations listed and run by npm run migrate, without a server', async () => {
    write({ '001-tides.server.ts': TIDES, '002-ports.server.ts': PORTS })
    const before = await command('migrate')
    expect(before).toMatchObject({ code: 0, err: '' })
    expect(before.out).toMatch(/^ {2}pending +app\/database\/migrations\/001-tides\.server\.ts$/m)
    for (const file of ofParts) expect(before.out).toMatch(new RegExp(`^  pending +${file}$`, 'm'))
    expect(before.out).not.toContain('fairlead:fairlead@')

    const up = await command('migrate', 'up')
    expect(up).toMatchObject({ code: 0, err: '' })
    expect(up.out).toMatch(/ran now {2}app\/database\/migrations\/001-tides\.server\.ts\n.*002-ports/)
    const after = await command('migrate')
    expect(after.out).toMatch(/^ {2}ran \d{4}-\d\d-\d\dT[\d:.]+Z {2}app\/database\/migrations\/002-ports\.server\.ts$/m)
    for (const file of ofParts) expect(after.out).toMatch(new RegExp(`^  ran \\(time not recorded\\) +${file}$`, 'm'))
    expect(after.out).not.toContain('pending')
    expect((await command('migrate', 'up')).out).toContain('nothing to run')
    expect(await command('migrate', 'down')).toMatchObject({ code: 2 })
  })

  it('has its migrations listed and a backup refused without creating DATA_DIR', async () => {
    const DATA_DIR = join(place().dataDir, 'none')
    const env = { ...place().env, DATA_DIR }
    expect(await run('app/fairlead/cli/cli.ts', ['migrate'], env)).toMatchObject({ code: 0 })
    expect(await run('app/fairlead/cli/cli.ts', ['backup', join(copy, 'kept')], env)).toMatchObject({ code: 1 })
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  // What is left as it was is in the tests of the migrations.
  it('stops the start when a migration fails or is missing, and says why in one line', async () => {
    write({ '001-tides.server.ts': TIDES, '002-nowhere.server.ts': BROKEN })
    expect(await start()).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^app\/database\/migrations\/002-nowhere\.server\.ts: .*; the database was left as it was\n$/,
      ) as string,
    })
    write({ '001-tides.server.ts': TIDES, '002-ports.server.ts': PORTS })
    await start()
    write({ '001-tides.server.ts': TIDES })
    const fault =
      'app/database/migrations/002-ports.server.ts is missing: the database is of version 2; this application knows versions up to 1\n'
    expect(await start()).toEqual({ code: 1, out: '', err: fault })
    expect(await command('migrate')).toMatchObject({ code: 1 })
  })

  it('does not stop the start when it cannot be opened: the log says why', async () => {
    write({ '001-tides.server.ts': TIDES })
    const env = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none' }
    const { code, out } = await run('app/fairlead/host/server/start.ts', [], env)
    expect(code).toBe(0)
    expect(out).toMatch(/^\{.*"fault":"unavailable".*\}\nstarted\n$/)
    expect(out).not.toContain('secret')
    const status = await run('app/fairlead/cli/cli.ts', ['migrate', 'up'], env)
    expect(status).toMatchObject({ code: 1 })
    expect(status.err).toMatch(/^the database is unavailable: .*\n$/)
    expect(status.err).not.toContain('secret')
  })

  it('has no list of migrations with a bad DATABASE_URL', async () => {
    const env = { DATABASE_URL: 'mysql://user:secret@host/db' }
    expect(await run('app/fairlead/cli/cli.ts', ['migrate'], env)).toMatchObject({
      code: 1,
      err: 'DATABASE_URL: its value is not allowed; it takes postgres://user:password@host:port/database\n',
    })
  })

  it('is backed up while it is written to, and restored', async () => {
    write({ '001-tides.server.ts': TIDES })
    await command('migrate', 'up')
    const { db } = connect<unknown>(databaseLocation({ DATA_DIR: place().dataDir, DATABASE_URL: undefined }))
    await sql`insert into tides (port) values ('Brest')`.execute(db)
    const backup = join(place().dataDir, 'backups/today')
    await db.transaction().execute(async (transaction) => {
      await sql`insert into tides (port) values ('Dover')`.execute(transaction)
      expect(await command('backup', backup)).toMatchObject({ code: 0, err: '' })
    })
    const names = ['app.db', ...databasesOfParts.map(({ location }) => basename(location.file))]
    expect(readdirSync(backup).toSorted()).toEqual(names)
    for (const name of names) expect(statSync(join(backup, name)).mode & 0o777).toBe(0o600)

    const again = await command('backup', backup)
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toContain('app.db: exists already')

    await sql`delete from tides`.execute(db)
    await db.destroy()
    cpSync(backup, place().dataDir, { recursive: true })
    expect(await query('select port from tides')).toEqual([{ port: 'Brest' }])
    expect((await command('migrate')).out).not.toContain('pending')
  })

  it('is backed up by pg_dump on PostgreSQL, which is named without the password', async () => {
    const env = { DATABASE_URL: 'postgres://nora:secret@db.example:5433/tides?password=secret&sslmode=require' }
    const { code, out } = await run('app/fairlead/cli/cli.ts', ['backup', "/back'ups"], env)
    expect(code).toBe(1)
    expect(out).toBe(
      String.raw`pg_dump --format=custom --file='/back'\''ups/fairlead.dump' 'postgres://nora@db.example:5433/tides?sslmode=require'` +
        '\n',
    )
  })

  it('has a usage line of npm run backup', async () => {
    expect(await command('backup')).toMatchObject({ code: 2, err: 'Usage: npm run backup -- <folder>\n' })
  })

  it('takes invalidated tags and paths from npm run cache', async () => {
    expect(await command('cache', 'invalidate', 'articles', '/articles/7')).toMatchObject({
      code: 0,
      out: 'invalidated articles, /articles/7\n',
      err: '',
    })
    expect(await query('select tag, invalidated_by from cache_invalidations order by number')).toEqual([
      { tag: 'articles', invalidated_by: 'npm run cache' },
      { tag: '/articles/7', invalidated_by: 'npm run cache' },
    ])
  })

  it.each([
    [['invalidate'], 'Usage: npm run cache -- invalidate TAG…'],
    [['invalidate', '/a?b=1'], 'invalidate: the path "/a?b=1"; allowed: a path such as /articles/7'],
  ])('has a usage or a fault of npm run cache for %o', async (args, message) => {
    const { code, out, err } = await command('cache', ...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
  })

  it('has the runs of jobs listed, and what has failed retried and deleted, by npm run jobs', async () => {
    expect(await command('jobs')).toMatchObject({ code: 0, out: 'nothing waits, and nothing has failed\n' })
    await query(`insert into job_runs values ('nightly', 0, 1, 43, 'done'), ('hourly', 0, 1, null, null)`)
    await query(`insert into job_runs (name, due_at) values ('new', 0)`)
    expect((await command('jobs')).out.split('\n').slice(0, 3)).toEqual([
      'ran     hourly 1970-01-01T00:00:00.001Z: not ended',
      'never   new, known since 1970-01-01T00:00:00.000Z',
      'ran     nightly 1970-01-01T00:00:00.001Z: done after 42 ms',
    ])
    await query(`delete from job_runs`)
    const columns = 'id, job, data, attempts, max_attempts, due_at, failed_at, error, digest'
    const values = (id: string, failed: string) => `('${id}', 'mail', '1', 8, 8, 0, ${failed}, 'no\nserver', 'D1')`
    await query(
      `insert into job_queue (${columns}) values ${values('a', '0')}, ${values('b', '1')}, ${values('c', 'null')}`,
    )
    const { out } = await command('jobs')
    expect(out.split('\n')).toEqual([
      'waiting mail: 1',
      'failed  b mail 1970-01-01T00:00:00.001Z, 8 attempts, digest D1: no server',
      'failed  a mail 1970-01-01T00:00:00.000Z, 8 attempts, digest D1: no server',
      '',
    ])
    expect(await command('jobs', 'retry', 'a')).toMatchObject({ code: 0, out: 'retry: 1\n' })
    expect(await command('jobs', 'delete', 'c')).toMatchObject({ code: 1, out: 'delete: 0\n' })
    expect(await command('jobs', 'delete', 'all')).toMatchObject({ code: 0, out: 'delete: 1\n' })
    expect(await query('select id, attempts from job_queue order by id')).toEqual([
      { id: 'a', attempts: 0 },
      { id: 'c', attempts: 8 },
    ])
    expect(await command('jobs', 'retry')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Usage: npm run jobs/),
    })
  })
})
