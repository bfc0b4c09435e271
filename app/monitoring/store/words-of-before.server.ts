import type { Transaction } from 'kysely'
import { wordsOf } from '#app/monitoring/envelope/words.ts'
import { eventIn } from '#app/monitoring/store/lookup.server.ts'
import type { Store } from '#app/monitoring/store/open.server.ts'
import type { Database } from '#app/monitoring/store/schema.ts'
import { writeWords } from '#app/monitoring/store/words.server.ts'

/** Problems whose latest report is read, the latest first: enough for a start that nobody waits for. */
const MOST = 2_000

/** Reads the words of reports that were stored before there were words: of each problem the latest report. */
export async function indexLatest(db: Transaction<Database>, flavour: Store['flavour']): Promise<void> {
  const problems = await db
    .selectFrom('problems')
    .select('fingerprint')
    .orderBy('last_at', 'desc')
    .limit(MOST)
    .execute()
  for (const { fingerprint } of problems) {
    const latest = await db
      .selectFrom('reports')
      .innerJoin('envelopes', 'envelopes.id', 'reports.envelope')
      .select('envelopes.body')
      .where('reports.fingerprint', '=', fingerprint)
      .orderBy('reports.received_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const event = latest && eventIn(latest.body)
    if (event) await writeWords(db, flavour, fingerprint, wordsOf(event))
  }
}
