import type { AnyRouter } from '@tanstack/react-router'
import { type Component, createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { createSignal } from '#fairlead/platform/create-signal.ts'

/** The page underneath, which the target's loaders receive as `context.over`. */
export type Background = { routeId: string; href: string; params: Readonly<Record<string, string | undefined>> }

export type OverlayContextValue = { over: Background; close: () => void; router: AnyRouter }

export const OverlayContext = createContext<OverlayContextValue | undefined>(undefined)

/** Returns the overlay that the component is rendered in; `undefined` on a full page. */
export function useOverlay(): OverlayContextValue | undefined {
  return use(OverlayContext)
}

/** Returns the router of the overlay that contains an error boundary; `undefined` for a boundary of the page. */
export function overlayRouterOf(boundary: Component<unknown> | null | undefined): AnyRouter | undefined {
  return (boundary?.context as OverlayContextValue | undefined)?.router
}

export const overlayElement = createSignal<ReactNode>(undefined)

/** Renders the overlay. It is empty until a target opens over a page. */
export function InterceptionOutlet() {
  return useSyncExternalStore(overlayElement.subscribe, overlayElement.get, () => undefined)
}
