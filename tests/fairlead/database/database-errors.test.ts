import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '#fairlead/database/connect.server.ts'
import {
  classifyOpenError,
  classifyQueryError,
  isDatabaseError,
  isDataError,
} from '#fairlead/database/database-errors.ts'
import { DATABASE_MS, ENGINES, type Engine, newDatabase, testPlace } from '#tests/harness/test-database.ts'

const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })
const postgres = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' })

const system = (code: string, syscall: string) => Object.assign(new Error('x'), { code, syscall })

describe('an error of a query is classified by its fault, as one of a database, and as one of the data', () => {
  it.each<[string, unknown, string | undefined]>([
    ['SQLITE_FULL', sqlite(13), 'full'],
    ['SQLITE_READONLY', sqlite(8), 'read-only'],
    ['SQLITE_READONLY_DBMOVED', sqlite(1_032), 'misplaced'],
    ['SQLITE_CORRUPT_VTAB', sqlite(267), 'corrupt'],
    ['SQLITE_NOTADB', sqlite(26), 'corrupt'],
    ['SQLITE_CANTOPEN', sqlite(14), 'misplaced'],
    ['SQLITE_BUSY', sqlite(5), 'unavailable'],
    ['a table that SQLite does not have', Object.assign(sqlite(1), { message: 'no such table: reports' }), 'misplaced'],
    ['disk_full', postgres('53100'), 'full'],
    ['read_only_sql_transaction', postgres('25006'), 'read-only'],
    ['index_corrupted', postgres('XX002'), 'corrupt'],
    ['an internal error of PostgreSQL', postgres('XX000'), undefined],
    ['a database that does not exist', postgres('3D000'), 'misplaced'],
    ['a table that does not exist', postgres('42P01'), 'misplaced'],
    ['insufficient_privilege', postgres('42501'), 'read-only'],
    ['query_canceled', postgres('57014'), 'unavailable'],
    ['deadlock_detected', postgres('40P01'), 'unavailable'],
    ['admin_shutdown', postgres('57P01'), 'unavailable'],
    ['a query without an answer', new Error('Query read timeout'), 'unavailable'],
    ['a connection that pg lost', new Error('Connection terminated unexpectedly'), 'unavailable'],
    ['one that another wraps', new Error('x', { cause: sqlite(13) }), 'full'],
  ])('%s', (_, error, fault) => {
    expect([classifyQueryError(error), isDatabaseError(error), isDataError(error)]).toEqual([fault, true, false])
  })

  it.each([
    ['a constraint of SQLite', sqlite(2_067)],
    ['a constraint of PostgreSQL', postgres('23505')],
    ['text that PostgreSQL cannot store', postgres('22021')],
    ['an error in SQL', postgres('42601')],
    ['too many parameters', postgres('08P01')],
  ])('%s', (_, error) => {
    expect([classifyQueryError(error), isDatabaseError(error), isDataError(error)]).toEqual([undefined, true, true])
  })

  it.each<[string, unknown, fault: string | undefined, isData: boolean]>([
    ['a refused connection', system('ECONNREFUSED', 'connect'), 'unavailable', false],
    ['a file that is missing', system('ENOENT', 'open'), undefined, false],
    ['a value that cannot be bound', new TypeError('x'), undefined, true],
    ['a string', 'Connection terminated', undefined, false],
    ['nothing', undefined, undefined, false],
  ])('%s', (_, error, fault, isData) => {
    expect([classifyQueryError(error), isDatabaseError(error), isDataError(error)]).toEqual([fault, false, isData])
  })
})

it.each([
  ['a disk without room', system('ENOSPC', 'mkdir'), 'full'],
  ['a folder that may not be written', system('EACCES', 'mkdir'), 'read-only'],
  ['a file in place of a folder', system('ENOTDIR', 'mkdir'), 'misplaced'],
  ['a newer version', new Error('the database is of version 9'), 'unavailable'],
  ['a wrong password', postgres('28P01'), 'misplaced'],
])('classifyOpenError knows %s', (_, error, fault) => expect(classifyOpenError(error)).toBe(fault))

/** The error of a statement on a table with the column `id`, which is the primary key. */
async function errorOf(engine: Engine, statement: string): Promise<unknown> {
  const { location } = await testPlace(engine)
  const { db } = connect({ ...location, schema: undefined })
  onTestFinished(() => db.destroy())
  await sql`create table tides (id integer primary key)`.execute(db)
  await sql`insert into tides (id) values (1)`.execute(db)
  return sql
    .raw(statement)
    .execute(db)
    .catch((error: unknown) => error)
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
})
