import { flushSync } from 'react-dom'

/** Returns true when View Transitions are supported and the visitor has not asked for less motion. */
function wantsViewTransition(): boolean {
  return 'startViewTransition' in document && matchMedia('(prefers-reduced-motion: no-preference)').matches
}

/**
 * Changes the page in a View Transition where supported. A transition that the next one skips rejects, which is no error:
 * only an error of `change` is passed on.
 */
export async function withViewTransition(change: () => Promise<void>): Promise<void> {
  if (!wantsViewTransition()) return change()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(change)
  void Promise.allSettled([ready, finished])
  return updateCallbackDone
}

/** Does the same for a change of React state. */
export function withTransition(change: () => void): void {
  if (!wantsViewTransition()) change()
  else void withViewTransition(async () => flushSync(change))
}
