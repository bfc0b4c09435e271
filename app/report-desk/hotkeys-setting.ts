const STORAGE_KEY = 'desk-hotkeys'

const listeners = new Set<() => void>()

/** Calls a listener after every change, until the returned function is called. */
export function subscribeToHotkeys(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Returns true where single keys act, which an operator can turn off (WCAG 2.1.4): one who speaks to the computer would
 * press them by accident.
 */
export function areHotkeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    // Storage is denied.
    return true
  }
}

/** Turns single keys on or off, in this browser. Where storage is denied they stay on. */
export function setHotkeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, 'off')
  } catch {}
  for (const listener of listeners) listener()
}
