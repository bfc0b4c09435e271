import type { ProblemState } from '#app/error-reports/store/problem-filters.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'

/** Envelopes or problems per statement. */
const CHUNK = 500

/** Splits a list into chunks for one statement each. */
function chunks(fingerprints: readonly string[]): string[][] {
  const count = Math.ceil(fingerprints.length / CHUNK)
  return Array.from({ length: count }, (_, index) => fingerprints.slice(index * CHUNK, (index + 1) * CHUNK))
}

/** Sets the state of problems, of which the operator knows by that. A new report opens a resolved one. `now` is milliseconds since 1970. */
export async function updateProblemState(
  { db }: Store,
  fingerprints: readonly string[],
  state: ProblemState,
  now: number,
): Promise<void> {
  for (const some of chunks(fingerprints)) {
    await db
      .updateTable('problems')
      .set({ state, state_at: now, news: null })
      .where('fingerprint', 'in', some)
      .where('state', '<>', state)
      .execute()
  }
}

async function deleteSome({ db }: Store, fingerprints: readonly string[]): Promise<void> {
  for (;;) {
    const some = db.selectFrom('reports').select('envelope').where('fingerprint', 'in', fingerprints).limit(CHUNK)
    const deleted = await db.deleteFrom('envelopes').where('id', 'in', some).returning('id').execute()
    if (deleted.length === 0) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  await db.deleteFrom('problems').where('fingerprint', 'in', fingerprints).execute()
}

/** Deletes problems with their reports, including undelivered ones. Works in chunks. */
export async function deleteProblems(store: Store, fingerprints: readonly string[]): Promise<void> {
  for (const some of chunks(fingerprints)) await deleteSome(store, some)
}
