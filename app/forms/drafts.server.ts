import { randomUUID } from 'node:crypto'
import { afterTold, type Draft } from '#app/forms/fields.ts'

/** Bytes of a draft as JSON, how long it is kept, and how many there are at most: the oldest go first. */
export const DRAFTS = { bytes: 65_536, keptMs: 600_000, most: 1_000 } as const

/** Keeps what visitors typed until they see it again. In this process. */
export type Drafts = {
  /** Keeps a draft; what is too large is kept without values and result. Returns the id that only its visitor knows. */
  keep: (draft: Draft) => string
  /** The draft with this id, as long as it is kept, with what is said once only the first time. */
  tell: (id: string) => Draft | undefined
  drop: (id: string) => void
}

/** @param now milliseconds */
export function createDrafts(now: () => number = Date.now): Drafts {
  const kept = new Map<string, { draft: Draft; until: number }>()
  return {
    keep(draft) {
      const fits = Buffer.byteLength(JSON.stringify(draft)) <= DRAFTS.bytes
      const { result: _, ...small } = { ...draft, values: {} }
      const id = randomUUID()
      kept.set(id, { draft: fits ? draft : small, until: now() + DRAFTS.keptMs })
      for (const [old, { until }] of kept) {
        // In the order in which they came, which is the order in which they end.
        if (until > now() && kept.size <= DRAFTS.most) break
        kept.delete(old)
      }
      return id
    },
    tell(id) {
      const found = kept.get(id)
      if (!found || found.until <= now()) return undefined
      const { draft } = found
      found.draft = afterTold(draft)
      return draft
    },
    drop: (id) => void kept.delete(id),
  }
}

/** The drafts of this process. */
export const drafts = createDrafts()
