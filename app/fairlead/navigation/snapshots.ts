import { type AnyRouter, type HistoryState, useHydrated, useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { readBuildId, tabStorage } from '#fairlead/navigation/loading/version-skew.ts'

const PREFIX = 'fairlead:snapshot:'
const LIST = 'fairlead:snapshots'

/**
 * The limits of snapshots: the characters of one as JSON, and their number in a tab. The oldest one is dropped first.
 */
export const SNAPSHOTS = { characters: 64_000, count: 100 } as const

type Version = string | number

type Snapshot = { build?: string | undefined; version?: Version | undefined; value: unknown }

/**
 * Creates the snapshots of a tab. Snapshots of another build are not read, because its components may have other state,
 * unless they have a version: then only that counts. Nothing is kept if the storage is denied or full.
 *
 * @param build `undefined` in development
 */
export function createSnapshots(storage: typeof tabStorage, build: string | undefined) {
  const nameOf = (entry: string, key: string) => `${PREFIX}${entry}:${key}`
  const names = () => JSON.parse(storage.getItem(LIST) ?? '[]') as string[]
  return {
    read(entry: string, key: string, version?: Version): unknown {
      try {
        const text = storage.getItem(nameOf(entry, key))
        const found = text === null ? undefined : (JSON.parse(text) as Snapshot)
        const isOwn = found?.version === version && (version !== undefined || found?.build === build)
        return isOwn ? found?.value : undefined
      } catch {
        return undefined
      }
    },
    /** Keeps a value. If it is larger than the limit, there is no snapshot. */
    write(entry: string, key: string, value: unknown, version?: Version): void {
      const name = nameOf(entry, key)
      try {
        const text = JSON.stringify({ build, version, value } satisfies Snapshot)
        const others = names().filter((other) => other !== name)
        const isKept = text.length <= SNAPSHOTS.characters
        const kept = isKept ? [...others, name].slice(-SNAPSHOTS.count) : others
        for (const other of others) if (!kept.includes(other)) storage.removeItem(other)
        if (isKept) storage.setItem(name, text)
        else storage.removeItem(name)
        storage.setItem(LIST, JSON.stringify(kept))
      } catch {
        // Storage is denied or full, so the state lasts only as long as its component.
      }
    },
  }
}

let snapshots: ReturnType<typeof createSnapshots> | undefined

const snapshotsOfTab = () => (snapshots ??= createSnapshots(tabStorage, readBuildId()))

const entryOf = ({ state }: { state: HistoryState }): string => (state as { __TSR_key?: string }).__TSR_key ?? ''

/**
 * Returns a piece of state that survives a reload, and Back and Forward: each history entry of the tab has its own. A
 * document is hydrated with `initial`, and has the value right after it. Where a navigation keeps the component, it
 * keeps the state.
 *
 * @param key tells the snapshots of a page apart
 * @param initial for a new entry. It is JSON, as every value is, of at most `SNAPSHOTS.characters`
 * @param options `version` is that of the type of the value: a snapshot is read by every build that names the same
 *   version. Without one, only the build that wrote it reads it
 * @example const [draft, setDraft] = useSnapshot('draft', '', { version: 1 })
 */
export function useSnapshot<T>(
  key: string,
  initial: T,
  { version }: { version?: string | number } = {},
): [value: T, setValue: (value: T) => void] {
  const router: AnyRouter = useRouter()
  const isHydrated = useHydrated()
  const [value, setState] = useState<T>(
    () =>
      (isHydrated
        ? (snapshotsOfTab().read(entryOf(router.latestLocation), key, version) as T | undefined)
        : undefined) ?? initial,
  )
  /** The entry of the page on the screen. While another page is loading, the history is already at its entry. */
  const shown = useRef<string>(undefined)
  const current = useRef(value)

  useLayoutEffect(() => {
    const restore = (entry: string): boolean => {
      shown.current = entry
      const found = snapshotsOfTab().read(entry, key, version) as T | undefined
      if (found === undefined) return false
      current.current = found
      setState(found)
      return true
    }
    restore(entryOf(router.latestLocation))
    return router.subscribe('onResolved', ({ toLocation }) => {
      const entry = entryOf(toLocation)
      if (entry !== shown.current && !restore(entry)) snapshotsOfTab().write(entry, key, current.current, version)
    })
  }, [router, key, version])
  const setValue = (next: T) => {
    current.current = next
    setState(next)
    if (shown.current !== undefined) snapshotsOfTab().write(shown.current, key, next, version)
  }
  return [value, setValue]
}
