import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { createSignal } from '#fairlead/platform/create-signal.ts'

const STORAGE_KEY = 'desk-hotkeys'

const changes = createSignal(0)

/**
 * True unless the operator has turned off shortcuts of a single key (WCAG 2.1.4), because speech input presses them by
 * accident.
 */
function areHotkeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    // Storage is denied.
    return true
  }
}

/** Turns shortcuts of a single key on or off in this browser. They stay on if storage is denied. */
function setHotkeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, 'off')
  } catch {}
  changes.set(changes.get() + 1)
}

/** The action of each key, by `KeyboardEvent.key`. */
export type KeyActions = Readonly<Record<string, () => void>>

/**
 * True for keys with modifiers, keys typed into a field, any key while a dialog is open, and keys that are turned off.
 */
function isIgnored({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (key.length === 1 && !areHotkeysOn()) return true
  if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]')) return true
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea')
}

/** Runs `actions` by key, wherever the focus is on the page, except while typing. */
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

export function HotkeysSwitch() {
  const t = useTranslations('reports.list.keys')
  const isOn = useSyncExternalStore(changes.subscribe, areHotkeysOn, () => true)
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={({ target }) => setHotkeys(target.checked)} /> {t('use')}
    </label>
  )
}
