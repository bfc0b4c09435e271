import { digestCandidates, normalizeId } from '#app/error-reports/store/digest-candidates.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'

/** What a text that was typed leads to: one report, several digests that are as near, or nothing. */
export type LookupResult =
  | { type: 'found'; id: string; digest: string | null }
  | { type: 'several'; digests: string[] }
  | { type: 'none' }

/** Digests that are offered when several are as near. */
const OFFERED = 10

/**
 * Looks up a report by its id or its digest as somebody read it aloud: in any case, with spaces and dashes, with
 * look-alike letters. Of several reports with one digest it is the latest.
 */
export async function resolveQuery({ db }: Store, typed: string): Promise<LookupResult> {
  const id = normalizeId(typed)
  const byId = id && (await db.selectFrom('reports').select(['id', 'digest']).where('id', '=', id).executeTakeFirst())
  if (byId) return { type: 'found', ...byId }
  for (const spellings of digestCandidates(typed)) {
    const rows = await db
      .selectFrom('reports')
      .select(['id', 'digest'])
      .where('digest', 'in', spellings)
      // What a visitor said of an error has its digest too, and comes later.
      .orderBy((eb) => eb('kind', '=', 'feedback'))
      .orderBy('received_at', 'desc')
      .limit(100)
      .execute()
    const digests = [...new Set(rows.map(({ digest }) => digest ?? ''))]
    const [first] = rows
    if (first && digests.length === 1) return { type: 'found', ...first }
    if (digests.length > 1) return { type: 'several', digests: digests.slice(0, OFFERED) }
  }
  return { type: 'none' }
}
