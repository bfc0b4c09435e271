import { useEffect, useRef } from 'react'

/** The action of each key, by `KeyboardEvent.key`. */
export type KeyActions = Readonly<Record<string, () => void>>

/** Returns true for keys with modifiers, keys typed into a field, and all keys while a dialog is open. */
function isIgnored({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]')) return true
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea')
}

/** Runs `actions` by key, wherever on the page the focus is, except while typing. */
export function useHotkeys(actions: KeyActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const action = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (!action || isIgnored(event)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
