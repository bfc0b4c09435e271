import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#app/database/connect.server.ts'
import { classifyOpenError, classifyQueryError, isDatabaseError, isDataError } from '#app/database/database-errors.ts'
import { DATABASE_MS, ENGINES, type Engine, newDatabase, testPlace } from '#tests/harness/test-database.ts'

const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })
const postgres = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' })

describe('classifyQueryError', () => {
  it.each([
    ['SQLITE_FULL', sqlite(13), 'full'],
    ['SQLITE_READONLY', sqlite(8), 'read-only'],
    ['SQLITE_READONLY_DBMOVED', sqlite(1_032), 'misplaced'],
    ['SQLITE_CORRUPT_VTAB', sqlite(267), 'corrupt'],
    ['SQLITE_NOTADB', sqlite(26), 'corrupt'],
    ['SQLITE_CANTOPEN', sqlite(14), 'misplaced'],
    ['SQLITE_BUSY', sqlite(5), 'unavailable'],
    ['disk_full', postgres('53100'), 'full'],
    ['read_only_sql_transaction', postgres('25006'), 'read-only'],
    ['index_corrupted', postgres('XX002'), 'corrupt'],
    ['a database that does not exist', postgres('3D000'), 'misplaced'],
    ['a table that does not exist', postgres('42P01'), 'misplaced'],
    ['insufficient_privilege', postgres('42501'), 'read-only'],
    ['query_canceled', postgres('57014'), 'unavailable'],
    ['deadlock_detected', postgres('40P01'), 'unavailable'],
    ['a query without an answer', new Error('Query read timeout'), 'unavailable'],
    ['admin_shutdown', postgres('57P01'), 'unavailable'],
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'unavailable'],
    ['one that another wraps', new Error('x', { cause: sqlite(13) }), 'full'],
  ])('%s', (_, error, fault) => expect(classifyQueryError(error)).toBe(fault))

  it.each([
    ['a constraint', sqlite(19)],
    ['an error in SQL', postgres('42601')],
    ['too many parameters', postgres('08P01')],
    ['a file that is missing', Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' })],
    ['a TypeError', new TypeError('x')],
    ['nothing', undefined],
  ])('does not blame the store for %s', (_, error) => expect(classifyQueryError(error)).toBeUndefined())
})

it.each([
  ['a disk without room', Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'mkdir' }), 'full'],
  [
    'a folder that may not be written',
    Object.assign(new Error('x'), { code: 'EACCES', syscall: 'mkdir' }),
    'read-only',
  ],
  ['a file in place of a folder', Object.assign(new Error('x'), { code: 'ENOTDIR', syscall: 'mkdir' }), 'misplaced'],
  ['a newer version', new Error('the database is of version 9'), 'unavailable'],
])('classifyOpenError knows %s', (_, error, fault) => expect(classifyOpenError(error)).toBe(fault))

describe('isDatabaseError', () => {
  it.each([
    [
      'an error of PostgreSQL',
      Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' }),
    ],
    ['a connection that pg lost', new Error('Connection terminated unexpectedly')],
    ['an error of SQLite', Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 })],
    ['one that another wraps', new Error('no', { cause: Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR' }) })],
  ])('knows %s', (_, error) => expect(isDatabaseError(error)).toBe(true))

  it.each([
    ['a TypeError', new TypeError('x is not a function')],
    ['an error of a socket', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })],
    ['a string', 'Connection terminated'],
    ['nothing', undefined],
  ])('leaves %s to others', (_, error) => expect(isDatabaseError(error)).toBe(false))
})

describe('isDataError', () => {
  it.each([
    ['a constraint of SQLite', sqlite(2_067)],
    ['a constraint of PostgreSQL', postgres('23505')],
    ['text that PostgreSQL cannot store', postgres('22021')],
    ['a value that cannot be bound', new TypeError('x')],
  ])('knows %s', (_, error) => expect(isDataError(error)).toBe(true))

  it.each([
    ['a table that is missing', Object.assign(sqlite(1), { message: 'no such table: reports' })],
    ['a role without the privilege', postgres('42501')],
    ['a disk without room', postgres('53100')],
    ['an error of PostgreSQL itself', postgres('XX000')],
    ['another error', new Error('x')],
  ])('leaves %s to others', (_, error) => expect(isDataError(error)).toBe(false))
})

/** The error of a statement on a table with the column `id`, which is the primary key. */
async function errorOf(engine: Engine, statement: string): Promise<unknown> {
  const { databaseUrl: url, dataDir, remove } = await testPlace(engine)
  const { db } = connect({ file: `${dataDir}/app.db`, url })
  try {
    await sql`create table tides (id integer primary key)`.execute(db)
    await sql`insert into tides (id) values (1)`.execute(db)
    return await sql
      .raw(statement)
      .execute(db)
      .catch((error: unknown) => error)
  } finally {
    await db.destroy()
    remove()
  }
}

describe.each(ENGINES)('an error that %s itself throws', (engine) => {
  it.each([
    ['for a constraint is caused by the data', 'insert into tides (id) values (1)', true, undefined],
    ['for a table that is missing is a fault', 'insert into moons (id) values (1)', false, 'misplaced'],
  ])('%s', async (_, statement, isData, fault) => {
    const error = await errorOf(engine, statement)
    expect(isDatabaseError(error)).toBe(true)
    expect([isDataError(error), classifyQueryError(error)]).toEqual([isData, fault])
  })
})

describe('a role of PostgreSQL', () => {
  const open = (url: string | undefined) => connect({ file: '', url })
  let owner: ReturnType<typeof open>
  let clerk: ReturnType<typeof open>
  beforeAll(async () => {
    const url = (await newDatabase('postgres')) ?? ''
    owner = open(url)
    const role = `clerk_${process.pid}`
    await sql`create table tides (id integer primary key)`.execute(owner.db)
    await sql.raw(`create role ${role} login password 'clerk'`).execute(owner.db)
    await sql.raw(`grant select on tides to ${role}`).execute(owner.db)
    const own = new URL(url)
    own.username = role
    own.password = 'clerk'
    clerk = open(own.href)
  }, DATABASE_MS)
  afterAll(async () => {
    await clerk.db.destroy()
    await sql.raw(`drop owned by clerk_${process.pid}`).execute(owner.db)
    await sql.raw(`drop role clerk_${process.pid}`).execute(owner.db)
    await owner.db.destroy()
  })

  it.each([
    ['without the privilege to write', sql`insert into tides (id) values (1)`],
    ['without the privilege to make a table', sql`create table moons (id integer)`],
    ['that may only read', sql`set transaction read only; insert into tides (id) values (1)`],
  ])('%s is a fault of the store', async (_, statement) => {
    const error: unknown = await statement.execute(clerk.db).catch((thrown: unknown) => thrown)
    expect([isDataError(error), classifyQueryError(error)]).toEqual([false, 'read-only'])
  })

  it('with a wrong password is one that cannot be opened', async () => {
    expect(classifyOpenError(Object.assign(new Error('x'), { code: '28P01', severity: 'FATAL' }))).toBe('misplaced')
  })
})
