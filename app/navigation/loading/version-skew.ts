/** The meaning of a response's build id for this tab. `new` asks for one document navigation. */
export type BuildDecision =
  | { readonly type: 'same' }
  | { readonly type: 'new'; readonly id: string }
  /** Another build, but this tab has met it: servers of two builds behind one address cause no ping-pong. */
  | { readonly type: 'known'; readonly id: string }

/**
 * Decides by `header`, the `x-build` of a response (null when it carries none), the tab's own build and the builds
 * it has run or gone to before. Pure.
 */
export function decideBuild(own: string, met: readonly string[], header: string | null): BuildDecision {
  if (header === null || header === '' || header === own) return { type: 'same' }
  return met.includes(header) ? { type: 'known', id: header } : { type: 'new', id: header }
}

export interface VersionSkewWatch {
  /** Looks at one response, whatever it answers. */
  observe: (response: Pick<Response, 'headers'>) => void
  /**
   * The build that the next navigation must fetch a document of, or `undefined`. Asking uses it up: each new id is
   * returned once in the life of the tab.
   */
  takeNewBuild: () => string | undefined
}

const KEY = 'fairlead:builds'
// Enough for any rollout; older builds are not coming back.
const REMEMBERED = 20

/**
 * Makes the watch of one tab. `own` is the hash of the client files this document was served with. `storage` is the
 * tab's (sessionStorage), since the memory must outlive the document; without it a tab asks for no document at all,
 * for then nothing would end a ping-pong.
 */
export function watchVersionSkew(own: string, storage: Pick<Storage, 'getItem' | 'setItem'>): VersionSkewWatch {
  let next: string | undefined

  function met(): string[] {
    return (storage.getItem(KEY) ?? '').split(' ').filter(Boolean)
  }
  /** Remembers a build id beyond this document. Returns false where storage is denied. */
  function remember(id: string): boolean {
    try {
      const others = met().filter((other) => other !== id)
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
        const decision = decideBuild(own, met(), header)
        if (decision.type === 'new') next = decision.id
      } catch {
        // Storage is denied: see above.
      }
    },
    takeNewBuild() {
      const id = next
      next = undefined
      return id !== undefined && remember(id) ? id : undefined
    },
  }
}
