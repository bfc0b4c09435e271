import { useEffect, useRef } from 'react'
import { areHotkeysOn } from '#app/report-desk/hotkeys-setting.ts'

/** The action of each key, by `KeyboardEvent.key`. */
export type KeyActions = Readonly<Record<string, () => void>>

/** Returns true for keys with modifiers, keys typed into a field, all keys while a dialog is open, and those turned off. */
function isIgnored({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (key.length === 1 && !areHotkeysOn()) return true
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
