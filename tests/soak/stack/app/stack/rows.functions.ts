import { createServerFn } from '@tanstack/react-start'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

const rows = sqliteTable('rows', { id: integer().primaryKey() })

export const countRows = createServerFn().handler(() => {
  const db = new Database(':memory:')
  db.exec('create table rows (id integer primary key)')
  const orm = drizzle(db)
  orm.insert(rows).values({ id: 7 }).run()
  return orm.select().from(rows).all()
})
