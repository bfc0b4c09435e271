import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { createSignal } from '#fairlead/platform/create-signal.ts'

/** The page underneath, which the target's loaders get as `context.over`. */
export type Background = { routeId: string; href: string; params: Readonly<Record<string, string | undefined>> }

export type OverlayContextValue = { over: Background; close: () => void }

export const OverlayContext = createContext<OverlayContextValue | undefined>(undefined)

/** Returns the overlay that the component is rendered in; `undefined` on a full page. */
export function useOverlay(): OverlayContextValue | undefined {
  return use(OverlayContext)
}

export const overlayElement = createSignal<ReactNode>(undefined)

/** Renders the overlay. Empty until a target opens over a page. */
export function InterceptionOutlet() {
  return useSyncExternalStore(overlayElement.subscribe, overlayElement.get, () => undefined)
}
