import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isLoadingEngine, type NoticeTexts, versionSkewNotice } from '#app/navigation/loading/navigation-signals.ts'
import { Logo } from '#app/ui/logo.tsx'
import styles from './progress.module.css'

/** Milliseconds that people do not notice. */
const DELAY_MS = 150

/** The part of the browser's stores that the type shared with the server leaves out. */
type Subscribable = { subscribe: (listener: () => void) => { unsubscribe: () => void } }

/**
 * A progress line while a navigation is pending for longer than `DELAY_MS`. Until then nothing is rendered, which would
 * cost a prefetched page a frame.
 */
export function Progress({ label }: { label: string }) {
  const { status } = useRouter().stores
  const [isShown, show] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // React would hold an update to the same value until the next render here, which may never come.
    let shown = false
    const change = (next: boolean) => {
      if (next !== shown) show((shown = next))
    }
    const follow = () => {
      clearTimeout(timer)
      if (status.get() === 'pending' || isLoadingEngine.get()) timer = setTimeout(change, DELAY_MS, true)
      else change(false)
    }
    follow()
    const { unsubscribe } = (status as typeof status & Subscribable).subscribe(follow)
    const unsubscribeStart = isLoadingEngine.subscribe(follow)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      unsubscribeStart()
    }
  }, [status])
  return (
    isShown && (
      <div className={styles.progress} role="progressbar" aria-label={label}>
        <Logo />
      </div>
    )
  )
}

/** The region in which screen readers are told the title of a new page, by announce-new-page.ts. Empty in a document. */
export function LiveRegion() {
  return <div id="route-announcer" className="visually-hidden" aria-live="polite" />
}

/** Renders the version-skew notice once the engine has set it. */
export function LazyVersionSkewNotice(texts: NoticeTexts) {
  const render = useSyncExternalStore(versionSkewNotice.subscribe, versionSkewNotice.get, versionSkewNotice.get)
  return render?.(texts)
}
