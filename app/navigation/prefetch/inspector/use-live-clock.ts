import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useReducer } from 'react'
import { loadNavigation } from '#app/navigation/client.ts'

/** Ages are shown in seconds. */
const TICK_MS = 1_000
/** A burst of changes renders once. */
const BURST_MS = 50

const readClock = () => ({ now: Date.now() })

/** Returns the time, in epoch milliseconds. It re-renders after every change of the engine and every second. */
export function useLiveClock(): number {
  // A fresh object, so that two updates in one millisecond both re-render.
  const [{ now }, tick] = useReducer(readClock, undefined, readClock)
  const router = useRouter()
  const queryCache = useQueryClient().getQueryCache()
  useEffect(() => {
    let burst: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      burst ??= setTimeout(() => {
        burst = undefined
        tick()
      }, BURST_MS)
    }
    const interval = setInterval(tick, TICK_MS)
    let watching = true
    const subscriptions = [queryCache.subscribe(soon), router.subscribe('onResolved', soon)]
    void loadNavigation().then((navigation) => {
      if (!watching || !navigation) return
      subscriptions.push(navigation.queue.subscribe(soon))
      tick()
    })
    return () => {
      watching = false
      clearInterval(interval)
      clearTimeout(burst)
      for (const unsubscribe of subscriptions) unsubscribe()
    }
  }, [router, queryCache])
  return now
}
