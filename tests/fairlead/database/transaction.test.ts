import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { database, queryArrays, transaction, tryLock, withLock } from '#fairlead/database/database.server.ts'
import { ENGINES, withDatabase } from '#tests/harness/test-database.ts'

async function count(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from boats`.execute(await database())
  return rows[0]?.n ?? -1
}

async function add(name: string): Promise<void> {
  await sql`insert into boats (name) values (${name})`.execute(await database())
}

describe.each(ENGINES)('the database on %s', (engine) => {
  const db = withDatabase(engine, [])
  beforeEach(async () => {
    await sql`create table if not exists boats (name text primary key)`.execute(db())
    await sql`delete from boats`.execute(db())
  })

  it('is opened once', async () => {
    expect(await database()).toBe(await database())
  })

  it('keeps what a transaction wrote', async () => {
    expect(await transaction(async () => add('Nora').then(count))).toBe(1)
    expect(await count()).toBe(1)
  })

  it('rolls back a transaction that fails, with what nested ones and other functions wrote', async () => {
    const failing = transaction(async () => {
      await add('Nora')
      await transaction(() => add('Lina'))
      expect(await count()).toBe(2)
      throw new Error('aground')
    })
    await expect(failing).rejects.toThrow('aground')
    expect(await count()).toBe(0)
  })

  it('runs statements of another query builder in a transaction, and returns each column', async () => {
    const text = 'select a.name, b.name from boats a join boats b on a.name < b.name'
    await transaction(async () => {
      await add('Lina')
      await queryArrays(`insert into boats (name) values (${engine === 'sqlite' ? '?' : '$1'})`, ['Nora'])
      expect(await queryArrays(text, [])).toEqual([['Lina', 'Nora']])
    })
    const { rows } = await sql.raw<object>(text).execute(await database())
    expect(rows).toEqual([{ name: 'Nora' }])
    await expect(queryArrays('begin immediate', [])).rejects.toThrow('begin immediate: call transaction() of')
  })

  it('leaves work that outlives a transaction outside of it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let late: Promise<void> | undefined
    await transaction(async () => {
      late = promise.then(() => add('Nora'))
    })
    resolve()
    await late
    expect(await count()).toBe(1)
  })

  it('runs work under a lock of one name one after the other', async () => {
    const order: string[] = []
    const work = (name: string) =>
      withLock('moor', async () => {
        order.push(`+${name}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
        order.push(`-${name}`)
      })
    await Promise.all(['a', 'b', 'c'].map(work))
    expect(order).toEqual(['+a', '-a', '+b', '-b', '+c', '-c'])
  })

  it('frees a lock when its work fails', async () => {
    const failing = withLock('moor', () => Promise.reject(new Error('aground')))
    await expect(failing).rejects.toThrow('aground')
    expect(await withLock('moor', async () => 1)).toBe(1)
  })

  it('tries a lock without waiting', async () => {
    await withLock('moor', async (signal) => {
      expect(signal.aborted).toBe(false)
      expect(await tryLock('moor', async () => 1)).toEqual({ type: 'busy' })
      expect(await tryLock('sail', async () => 1)).toEqual({ type: 'ran', value: 1 })
    })
    expect(await tryLock('moor', async () => 2)).toEqual({ type: 'ran', value: 2 })
  })
})
