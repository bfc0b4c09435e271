const KEY = 'fairlead:builds'
// The number of remembered builds: enough for any rollout.
const REMEMBERED = 20

/** The tab's sessionStorage. It is accessed only when it is used, because access throws if storage is denied. */
export const tabStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
}

/**
 * Watches for newer builds in one tab. `own` is the build of this document. `storage` is the tab's sessionStorage,
 * because seen builds must outlive the document. If it is denied, no document is requested, because nothing would end
 * the reloads.
 */
export function watchVersionSkew(own: string, storage: Pick<Storage, 'getItem' | 'setItem'>) {
  let newBuild: string | undefined

  function seenBuilds(): string[] {
    return (storage.getItem(KEY) ?? '').split(' ').filter(Boolean)
  }
  /** Remembers a build beyond this document. Returns false if storage is denied. */
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
    observe(response: Pick<Response, 'headers'>): void {
      const build = response.headers.get('x-build')
      try {
        // A known build was loaded before. With this check, servers of two builds behind one URL cause no endless
        // reloads.
        if (build && build !== own && !seenBuilds().includes(build)) newBuild = build
      } catch {
        // Storage is denied, see `remember`.
      }
    },
    /** True if the next navigation has to load the document of a new build. */
    hasNewBuild: (): boolean => newBuild !== undefined,
    /**
     * Returns the build whose document the next navigation has to load, if there is one. Each build is returned once in
     * the life of the tab.
     */
    takeNewBuild(): string | undefined {
      const id = newBuild
      newBuild = undefined
      return id !== undefined && remember(id) ? id : undefined
    },
  }
}

/** Returns the id of the build of this document. */
export function readBuildId(): string | undefined {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src*="/_build/"]')
  return parseBuildId(entry?.src ?? '')
}

/**
 * Returns the id of a build: the hash in the name of the client's entry script, which depends, directly or not, on the
 * hash of every other file. `undefined` if the name has no hash, as in development.
 */
export function parseBuildId(entryScript: string): string | undefined {
  return /-([\w-]{8})\.js$/.exec(entryScript)?.[1]
}
