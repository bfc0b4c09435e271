import { sql } from 'kysely'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { DERIVED, type Derived, type Usage } from '#app/error-reports/store/plan-eviction.ts'

/** The tables of envelopes. Deleting an envelope deletes its rows in all of them. */
const ENVELOPE_TABLES = ['envelopes', 'deliveries', 'reports', 'feedback'] as const

/** The tables whose size is limited. */
export const TABLES = [...ENVELOPE_TABLES, ...DERIVED, 'limits', 'migrations']

/** Bytes that PostgreSQL adds to a row: its header and its item pointer. */
const POSTGRES_ROW = 28

/** The share of a page that PostgreSQL fills at best. */
const POSTGRES_FILL = 0.9

/** Reads a size of SQLite's file. */
export async function pragma(store: Store, name: 'page_count' | 'page_size' | 'freelist_count'): Promise<number> {
  const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(store.db)
  return rows[0]?.[name] ?? 0
}

/** Returns the bytes of the whole file, or of all tables with their indexes, including free space. */
export async function databaseBytes(store: Store): Promise<number> {
  if (store.dialect === 'sqlite') return (await pragma(store, 'page_count')) * (await pragma(store, 'page_size'))
  const { rows } = await sql<{ bytes: number | string }>`
    select sum(pg_total_relation_size(to_regclass(name))) as bytes from unnest(${TABLES}::text[]) as name`.execute(
    store.db,
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** Returns the free bytes inside the database; 0 for PostgreSQL, which does not report them. */
async function freeBytes(store: Store): Promise<number> {
  if (store.dialect === 'postgres') return 0
  return (await pragma(store, 'freelist_count')) * (await pragma(store, 'page_size'))
}

/** Returns the bytes of the database without known free space. Fast enough for every commit. */
export async function occupiedBytes(store: Store): Promise<number> {
  return (await databaseBytes(store)) - (await freeBytes(store))
}

async function sqliteUsage(store: Store): Promise<Usage> {
  const total = await occupiedBytes(store)
  // With names, dbstat reads only the pages of these tables and indexes, not those of envelopes.
  const { rows } = await sql<{ name: Derived; bytes: number }>`
    select m.tbl_name as name, sum(s.pgsize) as bytes from sqlite_master m
    join dbstat s on s.name = m.name and s.aggregate = 1
    where m.tbl_name in (${sql.join(DERIVED)}) group by m.tbl_name`.execute(store.db)
  return toUsage(total, new Map(rows.map(({ name, bytes }) => [name, bytes])))
}

function toUsage(total: number, sizes: ReadonlyMap<string, number>): Usage {
  const bytes = Object.fromEntries(DERIVED.map((name) => [name, sizes.get(name) ?? 0])) as Record<Derived, number>
  const derived = Object.values(bytes).reduce((sum, size) => sum + size, 0)
  return { total, envelopes: total - derived, ...bytes }
}

/** The bytes of a PostgreSQL table with its indexes. `used` excludes free space in its pages. */
export type TableSize = { name: string; used: number; total: number }

/** Estimates the used bytes of a table from the widths of its values. */
async function tableSize(
  { db }: Store,
  { name, columns }: { name: string; columns: readonly string[] },
): Promise<TableSize> {
  const width = sql.join(
    columns.map((column) => sql`coalesce(pg_column_size(${sql.ref(column)}), 0)`),
    sql` + `,
  )
  const { rows } = await sql<{ live: number | string; heap: number; total: number }>`
    select coalesce(sum(${width} + ${sql.lit(POSTGRES_ROW)}), 0) as live,
      pg_table_size(${sql.lit(name)}::regclass) as heap, pg_total_relation_size(${sql.lit(name)}::regclass) as total
    from ${sql.table(name)}`.execute(db)
  const [{ live, heap, total } = { live: 0, heap: 0, total: 0 }] = rows
  // An index has about the same share of free space as its table.
  return { name, total, used: heap === 0 ? 0 : total * Math.min(1, Number(live) / (heap * POSTGRES_FILL)) }
}

/** Returns the sizes of all tables of PostgreSQL. Scans them. */
export async function tableSizes(store: Store): Promise<TableSize[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = current_schema() and table_name = any(${TABLES}) group by table_name`.execute(store.db)
  const sizes: TableSize[] = []
  for (const table of rows) sizes.push(await tableSize(store, table))
  return sizes
}

async function postgresUsage(store: Store): Promise<Usage> {
  const sizes = await tableSizes(store)
  const total = sizes.reduce((sum, { used }) => sum + used, 0)
  return toUsage(total, new Map(sizes.map(({ name, used }) => [name, used])))
}

/** Measures the used bytes of all tables. Slow for a large PostgreSQL, whose tables are scanned. */
export function measureUsage(store: Store): Promise<Usage> {
  return store.dialect === 'sqlite' ? sqliteUsage(store) : postgresUsage(store)
}
