import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { outdated } from '#app/navigation/loading/browser.ts'
import { TYPED_KEY } from '#app/navigation/loading/typed-key.ts'

const importNotice = () => import('#app/navigation/loading/outdated-notice.tsx')
const Notice = lazy(() => importNotice().then((module) => ({ default: module.OutdatedNotice })))

/** Soon after the page has come alive; later its file may be gone with the build it belongs to. */
const FETCH_DELAY_MS = 1_000

/** Tells a visitor whose tab is older than the server that something cannot work any more, and offers a reload. */
export function Outdated({ explain, reload }: { explain: string; reload: string }) {
  const shown = useSyncExternalStore(outdated.subscribe, outdated.get, () => false)
  useEffect(() => {
    const timer = setTimeout(() => void importNotice().catch(() => {}), FETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!hasKept()) return
    void importNotice().then(({ giveBackTyped }) => giveBackTyped())
  }, [])
  return (
    shown && (
      <Suspense>
        <Notice explain={explain} reload={reload} />
      </Suspense>
    )
  )
}

function hasKept(): boolean {
  try {
    return sessionStorage.getItem(TYPED_KEY) !== null
  } catch {
    return false
  }
}
