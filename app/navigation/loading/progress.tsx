import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isLoadingEngine } from '#app/navigation/loading/navigation-signals.ts'
import { Logo } from '#app/ui/logo.tsx'
import styles from './progress.module.css'

/** A page that is there sooner is there at once, as far as people can tell. */
const NOTICED_MS = 150

/** The part of the browser's stores that the type shared with the server leaves out. */
type Subscribable = { subscribe: (listener: () => void) => { unsubscribe: () => void } }

/**
 * A line led to the mark while a navigation is pending, once it has been for 150 ms. Until then nothing is rendered for
 * it: that would cost a page which is there when clicked a frame.
 */
export function Progress({ label }: { label: string }) {
  const { status } = useRouter().stores
  const [isShown, show] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Asked for what is shown already, React keeps the update until it renders something here, which may be never.
    let shown = false
    const change = (next: boolean) => {
      if (next !== shown) show((shown = next))
    }
    const follow = () => {
      clearTimeout(timer)
      if (status.get() === 'pending' || isLoadingEngine.get()) timer = setTimeout(change, NOTICED_MS, true)
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
