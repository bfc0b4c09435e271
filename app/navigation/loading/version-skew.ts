/** The meaning of a response's build id for this tab. `new` asks for one document navigation. */
export type BuildDecision =
  | { readonly type: 'same' }
  | { readonly type: 'new'; readonly id: string }
  /**
   * Another build that this tab has already seen. It does not reload again, so servers of two builds behind one URL
   * cause no endless reloads.
   */
  | { readonly type: 'known'; readonly id: string }

/**
 * Decides what a build id means. Pure.
 * @param own the tab's build
 * @param seenBuilds other builds that this tab has seen
 * @param header the `x-build` of a response; null when it has none
 */
export function decideBuild(own: string, seenBuilds: readonly string[], header: string | null): BuildDecision {
  if (header === null || header === '' || header === own) return { type: 'same' }
  return seenBuilds.includes(header) ? { type: 'known', id: header } : { type: 'new', id: header }
}

export interface VersionSkewWatch {
  /** Reads the build id of a response. */
  observe: (response: Pick<Response, 'headers'>) => void
  /**
   * Returns the build whose document the next navigation must load; undefined if there is none. Returns each new id
   * once in the life of the tab.
   */
  takeNewBuild: () => string | undefined
}

const KEY = 'fairlead:builds'
// Number of remembered builds: enough for any rollout.
const REMEMBERED = 20

/**
 * Watches for newer builds in one tab. `own` is the build of this document. `storage` is the tab's sessionStorage,
 * since seen builds must outlive the document. If it is denied, no document is requested, because nothing would end the
 * reloads.
 */
export function watchVersionSkew(own: string, storage: Pick<Storage, 'getItem' | 'setItem'>): VersionSkewWatch {
  let newBuild: string | undefined

  function seenBuilds(): string[] {
    return (storage.getItem(KEY) ?? '').split(' ').filter(Boolean)
  }
  /** Remembers a build id beyond this document. Returns false if storage is denied. */
  function remember(id: string): boolean {
    try {
      const others = seenBuilds().filter((other) => other !== id)
      storage.setItem(KEY, [...others, id].slice(-REMEMBERED).join(' '))
      return true
    } catch {
      return false
    }
  }
  remember(own)

  return {
    observe(response) {
      const header = response.headers.get('x-build')
      try {
        const decision = decideBuild(own, seenBuilds(), header)
        if (decision.type === 'new') newBuild = decision.id
      } catch {
        // Storage is denied, see `remember`.
      }
    },
    takeNewBuild() {
      const id = newBuild
      newBuild = undefined
      return id !== undefined && remember(id) ? id : undefined
    },
  }
}

/**
 * Returns the id of a build: the hash in the name of the client's entry script. The script refers, directly or not, to
 * the hash of every other file, so its own hash identifies the build. `undefined` if there is no hash, as in
 * development.
 */
export function parseBuildId(entryScript: string): string | undefined {
  return /-([\w-]{8})\.js$/.exec(entryScript)?.[1]
}
