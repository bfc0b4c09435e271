import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useShellMessages } from '#fairlead/navigation/locale/page-route.ts'
import { isOffline } from '#fairlead/navigation/loading/connection.ts'
import { isWaiting, type NoticeTexts, versionSkewNotice } from '#fairlead/navigation/loading/navigation-signals.ts'
import { Logo } from '#fairlead/navigation/loading/logo.tsx'
import styles from './progress.module.css'

/** A delay that people do not notice, in milliseconds. */
const DELAY_MS = 150

/** The `subscribe` of the browser's stores, which is missing in the type that the server shares. */
type Subscribable = { subscribe: (listener: () => void) => { unsubscribe: () => void } }

/**
 * Shows a progress line once a navigation has been pending for 150 ms, and a notice while the server is out of
 * reach. Renders nothing until then, since a render would cost a prefetched page a frame. Its texts are the library's by
 * default.
 */
export function Progress({ label, offline }: { label?: string; offline?: string }) {
  const shell = useShellMessages()
  const { status } = useRouter().stores
  const [isShown, show] = useState(false)
  const hasNotice = useSyncExternalStore(isOffline.subscribe, isOffline.get, () => false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // React would defer an update to the same value until the next render here, which may never happen.
    let shown = false
    const change = (next: boolean) => {
      if (next !== shown) show((shown = next))
    }
    const follow = () => {
      clearTimeout(timer)
      if (status.get() === 'pending' || isWaiting.get()) timer = setTimeout(change, DELAY_MS, true)
      else change(false)
    }
    follow()
    const { unsubscribe } = (status as typeof status & Subscribable).subscribe(follow)
    const unsubscribeStart = isWaiting.subscribe(follow)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      unsubscribeStart()
    }
  }, [status])
  return (
    isShown && (
      <>
        <div className={styles.progress} role="progressbar" aria-label={label ?? shell?.progress}>
          <Logo />
        </div>
        {hasNotice && (
          <p className={styles.offline} role="alert">
            {offline ?? shell?.offline}
          </p>
        )}
      </>
    )
  )
}

/** The live region in which announce-new-page.ts announces the title of a new page. Empty in a document. */
export function LiveRegion() {
  return <div id="route-announcer" className="visually-hidden" aria-live="polite" />
}

/** Renders the version-skew notice once the engine has set it. Its texts are the library's by default. */
export function LazyVersionSkewNotice(texts: Partial<NoticeTexts>) {
  const shell = useShellMessages()
  const render = useSyncExternalStore(versionSkewNotice.subscribe, versionSkewNotice.get, versionSkewNotice.get)
  return render?.({ ...(shell?.versionSkew as NoticeTexts), ...texts })
}
