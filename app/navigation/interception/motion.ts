import { flushSync } from 'react-dom'

/** Whether a View Transition is possible here and wanted by the visitor. */
export function wantsTransition(): boolean {
  return 'startViewTransition' in document && matchMedia('(prefers-reduced-motion: no-preference)').matches
}

/** Changes the page within a View Transition where there is one. It may be cut short by the next: no one waits for it. */
export function withTransition(change: () => void): void {
  if (!wantsTransition()) {
    change()
    return
  }
  const { ready, finished, updateCallbackDone } = document.startViewTransition(() => flushSync(change))
  Promise.allSettled([ready, finished, updateCallbackDone]).catch(() => undefined)
}
