import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateItems } from '#app/error-reports/envelope/validate-items.ts'
import { parseEnvelope } from '#app/error-reports/envelope/parse-envelope.ts'
import { type EnvelopeRecord, toRecord } from '#app/error-reports/envelope/envelope-record.ts'
import { openDatabase, type Store } from '#app/error-reports/store/open-database.server.ts'

/** Opens an SQLite store in a temporary folder, which `remove` deletes. */
export async function temporaryStore(): Promise<{ store: Store; dataDir: string; remove: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-store-'))
  const store = await openDatabase({ dataDir })
  return {
    store,
    dataDir,
    remove: async () => {
      await store.db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns the record that the tunnel would store for an envelope. */
export function recordFor(text: string, receivedAt = Date.now()): EnvelopeRecord {
  const parsed = parseEnvelope(Buffer.from(text))
  if (parsed.type !== 'ok') throw new Error(parsed.issue)
  const checked = validateItems(parsed.envelope)
  if (checked.type !== 'ok') throw new Error(checked.issue)
  return toRecord(parsed.envelope, checked.items, { receivedAt, userAgent: 'Mozilla/5.0 Firefox/132.0', origin: null })
}
