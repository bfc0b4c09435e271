import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { createSignal } from '#app/ui/create-signal.ts'

/** The page that a target is open over, in the target's `context.over`. */
export type Background = { routeId: string; href: string; params: Readonly<Record<string, string | undefined>> }

/** The page underneath, and `close`, which goes back to it. */
export type OverlayContextValue = { over: Background; close: () => void }

/** The overlay that a component is in. */
export const OverlayContext = createContext<OverlayContextValue | undefined>(undefined)

/** Returns the overlay that the component is in; `undefined` on a full page. */
export function useOverlay(): OverlayContextValue | undefined {
  return use(OverlayContext)
}

/** The overlay of this tab, while there is one. */
export const overlayElement = createSignal<ReactNode>(undefined)

/** The place in the document where targets open. It is empty until one does. */
export function InterceptionOutlet() {
  return useSyncExternalStore(overlayElement.subscribe, overlayElement.get, () => undefined)
}
