/**
 * Does something once the document has loaded and the page has nothing better to do, or has been busy since for as long
 * as `patience`, in milliseconds.
 */
export function whenIdle(act: () => void, patience: number): void {
  const wait = () => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: patience })
    else setTimeout(act, 100)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}
