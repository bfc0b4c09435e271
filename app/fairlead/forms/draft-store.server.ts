import { randomUUID } from 'node:crypto'
import { shareObject } from '#fairlead/platform/shared-object.server.ts'
import type { Draft } from '#fairlead/forms/form-fields.ts'

/** Limits: bytes of a draft as JSON, lifetime, and number of drafts of all visitors. */
export const DRAFTS = { maxBytes: 65_536, lifetimeMs: 600_000, maxCount: 1_000 } as const

/** The path of flash messages, which are for any page. */
const FLASH_PATH = ''

/** Returns the draft that stores the flash message of the visitor's next page. It replaces an older one. */
export function flashDraft(text: string): Draft {
  return { form: '', path: FLASH_PATH, values: {}, messages: {}, files: false, result: { text } }
}

type Entry = { draft: Draft; readonly visitor: string; readonly client: string; readonly until: number }

const fits = (draft: Draft): boolean => Buffer.byteLength(JSON.stringify(draft)) <= DRAFTS.maxBytes

/** Drops the values and the result, then the messages, until the draft fits. */
function fitted(draft: Draft): Draft {
  if (fits(draft)) return draft
  const { result: _, ...small } = { ...draft, values: {} }
  return fits(small) ? small : { ...small, messages: {} }
}

/** Stores typed values in memory, until their page is shown again. The workers of a machine share one store. */
export function createDraftStore(now: () => number = Date.now) {
  // In the order of insertion, which is the order of expiry.
  const entries = new Set<Entry>()

  function expire(): void {
    for (const entry of entries) {
      if (entry.until > now()) return
      entries.delete(entry)
    }
  }

  function evict(): void {
    const [most = []] = [...Map.groupBy(entries, ({ client }) => client).values()].toSorted(
      (a, b) => b.length - a.length,
    )
    const [oldest] = most
    if (oldest) entries.delete(oldest)
  }

  function draftsOf(visitor: string): Entry[] {
    expire()
    return [...entries].filter((entry) => entry.visitor === visitor)
  }

  return {
    /**
     * Stores a draft, which replaces an older one of the same form and path. A draft that is too large is stored
     * without values and result, and without messages if these are too large alone. When there are too many drafts, the
     * client with the most loses its oldest.
     *
     * @param previousId the visitor's id that an earlier call returned, if there is one
     * @returns the visitor's id, a secret of that visitor
     */
    set(draft: Draft, previousId: string | undefined, client: string): string {
      const previous = previousId === undefined ? [] : draftsOf(previousId)
      // An id that this store did not issue is replaced.
      const visitor = previous[0]?.visitor ?? randomUUID()
      for (const entry of previous) {
        if (entry.draft.form === draft.form && entry.draft.path === draft.path) entries.delete(entry)
      }
      entries.add({ draft: fitted(draft), visitor, client, until: now() + DRAFTS.lifetimeMs })
      expire()
      if (entries.size > DRAFTS.maxCount) evict()
      return visitor
    },
    /** Returns the drafts of a path and the flash message, once, and whether the visitor has no drafts left. */
    take(visitor: string, path: string): { drafts: Draft[]; flash: string | undefined; isEmpty: boolean } {
      const all = draftsOf(visitor)
      const shown = all.filter(({ draft }) => draft.path === path)
      const flashes = all.filter(({ draft }) => draft.path === FLASH_PATH)
      const drafts = shown.map(({ draft }) => draft)
      for (const entry of [...shown, ...flashes]) {
        const { stale, ...rest } = entry.draft
        // The page of a stale form asks for a reload, and shows the draft once more.
        if (stale) entry.draft = rest
        else entries.delete(entry)
      }
      const { text: flash } = (flashes[0]?.draft.result ?? {}) as { text?: string }
      return { drafts, flash, isEmpty: draftsOf(visitor).length === 0 }
    },
    /** Deletes a draft; returns `true` if the visitor has other drafts. */
    delete(visitor: string, form: string, path: string): boolean {
      const all = draftsOf(visitor)
      const dropped = all.filter(({ draft }) => draft.form === form && draft.path === path)
      for (const entry of dropped) entries.delete(entry)
      return all.length > dropped.length
    },
  }
}

export const draftStore = shareObject('drafts', createDraftStore())
