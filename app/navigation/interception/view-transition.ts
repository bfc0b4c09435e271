import { flushSync } from 'react-dom'

/** Returns true when View Transitions are supported and the visitor has not asked for less motion. */
function wantsViewTransition(): boolean {
  return 'startViewTransition' in document && matchMedia('(prefers-reduced-motion: no-preference)').matches
}

/**
 * Changes the page within a View Transition where there is one. One that the next cuts short rejects, which is no
 * failure of anything: only that of the change itself is passed on.
 */
export async function withViewTransition(change: () => Promise<void>): Promise<void> {
  if (!wantsViewTransition()) return change()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(change)
  void Promise.allSettled([ready, finished])
  return updateCallbackDone
}

/** The same for a change of React's state. */
export function withTransition(change: () => void): void {
  if (!wantsViewTransition()) change()
  else void withViewTransition(async () => flushSync(change))
}
