import { randomUUID } from 'node:crypto'
import { withoutFlash, type Draft } from '#app/forms/form-fields.ts'

/** Bytes of a draft as JSON, how long it is kept, and how many there are at most, of all visitors. */
export const DRAFTS = { bytes: 65_536, keptMs: 600_000, most: 1_000 } as const

/** Keeps what visitors typed until they see it again. In this process. */
export type DraftStore = {
  /**
   * Keeps a draft in place of an older one of the same form and path; what is too large is kept without values and
   * result. When there are too many, the client that has most of them loses its oldest.
   *
   * @param visitor the id that this returned before, if there is one
   * @param client by which the drafts of one client are told from those of others
   * @returns the id that only its visitor knows
   */
  set: (draft: Draft, visitor: string | undefined, client: string) => string
  /** The visitor's drafts of a path, as long as they are kept, with what is said once only the first time. */
  read: (visitor: string, path: string) => Draft[]
  /** @returns whether the visitor has others */
  delete: (visitor: string, form: string, path: string) => boolean
}

type Entry = { draft: Draft; readonly visitor: string; readonly client: string; readonly until: number }

/** Nothing was typed, and nothing is left to say. */
function isEmpty({ values, messages, files }: Draft): boolean {
  return Object.keys(values).length === 0 && Object.keys(messages).length === 0 && !files
}

/** @param now milliseconds */
export function createDraftStore(now: () => number = Date.now): DraftStore {
  // In the order in which they came, which is the order in which they end.
  const kept = new Set<Entry>()

  function expire(): void {
    for (const entry of kept) {
      if (entry.until > now()) return
      kept.delete(entry)
    }
  }

  function evict(): void {
    const counts = new Map<string, number>()
    for (const { client } of kept) counts.set(client, (counts.get(client) ?? 0) + 1)
    const most = Math.max(...counts.values())
    for (const entry of kept) {
      if (counts.get(entry.client) !== most) continue
      kept.delete(entry)
      return
    }
  }

  function draftsOf(visitor: string): Entry[] {
    expire()
    return [...kept].filter((entry) => entry.visitor === visitor)
  }

  return {
    set(draft, known, client) {
      const fits = Buffer.byteLength(JSON.stringify(draft)) <= DRAFTS.bytes
      const { result: _, ...small } = { ...draft, values: {} }
      const before = known === undefined ? [] : draftsOf(known)
      // An id that was not given here is none.
      const visitor = before[0]?.visitor ?? randomUUID()
      for (const entry of before) {
        if (entry.draft.form === draft.form && entry.draft.path === draft.path) kept.delete(entry)
      }
      kept.add({ draft: fits ? draft : small, visitor, client, until: now() + DRAFTS.keptMs })
      expire()
      if (kept.size > DRAFTS.most) evict()
      return visitor
    },
    read(visitor, path) {
      return draftsOf(visitor)
        .filter(({ draft }) => draft.path === path)
        .map((entry) => {
          const { draft } = entry
          entry.draft = withoutFlash(draft)
          if (isEmpty(entry.draft)) kept.delete(entry)
          return draft
        })
    },
    delete(visitor, form, path) {
      const all = draftsOf(visitor)
      const dropped = all.filter(({ draft }) => draft.form === form && draft.path === path)
      for (const entry of dropped) kept.delete(entry)
      return all.length > dropped.length
    },
  }
}

/** The drafts of this process. */
export const draftStore = createDraftStore()
