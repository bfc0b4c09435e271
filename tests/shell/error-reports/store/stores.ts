import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'
import type { Store } from '#app/error-reports/store/schema.ts'

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
