// Inserts the rows that the tunnel would, and nothing else: `node tests/bench/bare-inserts.ts <folder or address> <rows
// in a commit> <milliseconds>`. Prints rows a second.
import { join } from 'node:path'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'
import { errorEnvelope, randomId } from '#tests/shell/error-reports/envelopes.ts'
import { recordFor } from '#tests/shell/error-reports/stores.ts'
import { Client } from 'pg'
import { openSqliteFile } from '#app/database/sqlite-dialect.server.ts'

const [target = '', rowsText = '', msText = ''] = process.argv.slice(2)
const rows = Number(rowsText)
const COLUMNS = ['key', 'kind', 'event_id', 'trace_id', 'received_at', 'header', 'body', 'size', 'user_agent']

const { header, body, traceId } = recordFor(
  errorEnvelope(undefined, undefined, { extra: { padding: 'x'.repeat(1_000) } }),
)
const headerText = JSON.stringify(header)

function values(): (string | number | Buffer | null)[] {
  return Array.from({ length: rows }, () => {
    const id = randomId()
    return [`event:${id}`, 'error', id, traceId, Date.now(), headerText, body, body.length, 'Mozilla/5.0']
  }).flat()
}

function insert(place: (index: number) => string): string {
  const row = (at: number) => `(${COLUMNS.map((_, index) => place(at * COLUMNS.length + index)).join(', ')})`
  return `insert into envelopes (${COLUMNS.join(', ')}) values ${Array.from({ length: rows }, (_, at) => row(at)).join(', ')}`
}

const isPostgres = target.startsWith('postgres')
const store = await openDatabase(isPostgres ? { dataDir: '', databaseUrl: target } : { dataDir: target })
await store.db.destroy()

async function opened(): Promise<() => unknown> {
  if (!isPostgres) {
    const statement = openSqliteFile(join(target, 'reports.db')).prepare(insert(() => '?'))
    return () => statement.run(...values())
  }
  const client = new Client({ connectionString: target })
  await client.connect()
  const text = insert((index) => `$${index + 1}`)
  return () => client.query({ name: 'insert', text, values: values() })
}

const commit = await opened()
const since = performance.now()
let count = 0
while (performance.now() - since < Number(msText)) {
  await commit()
  count += rows
}
console.log(Math.round((count / (performance.now() - since)) * 1_000))
process.exit()
