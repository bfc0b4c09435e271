import { eq } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { drizzle as drizzlePostgres } from 'drizzle-orm/pg-proxy'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { drizzle as drizzleSqlite } from 'drizzle-orm/sqlite-proxy'
import { queryArrays } from 'fairlead/database.server'
import { env } from 'fairlead/env.server'

type Method = 'run' | 'all' | 'values' | 'get' | 'execute'

const query = async (sql: string, parameters: unknown[], method: Method) => {
  const rows = await queryArrays(sql, parameters)
  return { rows: method === 'get' ? rows[0] : rows } as { rows: unknown[] }
}

const notesOfSqlite = sqlite.sqliteTable('stack_notes', { id: sqlite.text().primaryKey(), parent: sqlite.text() })
const notesOfPostgres = pg.pgTable('stack_notes', { id: pg.text().primaryKey(), parent: pg.text() })

/** Stores two notes, and reads one with its parent: two columns of each name. */
export async function noteWithParent() {
  const rows = [{ id: 'child', parent: 'root' }, { id: 'root' }]
  if (env.DATABASE_URL === undefined) {
    const db = drizzleSqlite(query)
    await db.insert(notesOfSqlite).values(rows).onConflictDoNothing()
    const parents = sqlite.alias(notesOfSqlite, 'parents')
    return db.select().from(notesOfSqlite).innerJoin(parents, eq(parents.id, notesOfSqlite.parent))
  }
  const db = drizzlePostgres(query)
  await db.insert(notesOfPostgres).values(rows).onConflictDoNothing()
  const parents = pg.alias(notesOfPostgres, 'parents')
  return db.select().from(notesOfPostgres).innerJoin(parents, eq(parents.id, notesOfPostgres.parent))
}
