import { useEffect, useRef } from 'react'

/** What a key does. `undefined` for a key that the list does not take. */
export type KeyActions = Readonly<Record<string, () => void>>

/** Whether keys are being typed, or are meant for what is open over the page. */
function isTaken({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]')) return true
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea')
}

/** Runs `actions` by key, wherever on the page the focus is, but not while something is typed. */
export function useHotkeys(actions: KeyActions): void {
  const current = useRef(actions)
  useEffect(() => {
    current.current = actions
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const action = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined
      if (!action || isTaken(event)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
