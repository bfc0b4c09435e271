import { describe, expect, it } from 'vitest'
import { classifyOpenError, classifyQueryError } from '#app/database/database-fault.ts'
import { createStoreHealth } from '#app/error-reports/store/store-health.ts'

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
    ['admin_shutdown', postgres('57P01'), 'unavailable'],
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'unavailable'],
    ['one that another wraps', new Error('x', { cause: sqlite(13) }), 'full'],
  ])('%s', (_, error, fault) => expect(classifyQueryError(error)).toBe(fault))

  it.each([
    ['a constraint', sqlite(19)],
    ['an error in SQL', postgres('42601')],
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

describe('the health of a store', () => {
  function setUp() {
    const clock = { at: 0 }
    const lines: string[] = []
    const write = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`)
    const log = { error: write, info: write }
    return { clock, lines, health: createStoreHealth({ place: '/data/reports.db', now: () => clock.at, log }) }
  }

  it('is logged once a minute, with the file and what to do', () => {
    const { clock, lines, health } = setUp()
    for (clock.at = 0; clock.at < 120_000; clock.at += 1_000) expect(health.failed(sqlite(13))).toBe('full')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/\/data\/reports\.db.*the store is full: free space on its disk/)
  })

  it('is good again after a write', () => {
    const { lines, health } = setUp()
    health.failed(sqlite(13))
    expect(health.current()).toBe('full')
    health.worked()
    health.worked()
    expect(health.current()).toBeUndefined()
    expect(lines.filter((line) => line.includes('works again'))).toHaveLength(1)
  })

  it('does not recover by itself when the file is corrupt', () => {
    const { health } = setUp()
    health.failed(sqlite(11))
    health.failed(sqlite(13))
    health.worked()
    expect(health.current()).toBe('corrupt')
  })

  it('is not affected by other errors', () => {
    const { lines, health } = setUp()
    expect(health.failed(new TypeError('x'))).toBeUndefined()
    expect([health.current(), ...lines]).toEqual([undefined])
  })
})
