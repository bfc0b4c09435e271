import { useRouter } from '@tanstack/react-router'
import { createContext, use, useSyncExternalStore } from 'react'
import { getPageRouter } from './install-interception.ts'

/** The page that a target is open over, as the target's loaders find it in `context.over`. */
export type Background = { routeId: string; href: string; params: Readonly<Record<string, string | undefined>> }

/** What a component inside the dialog can know and do. */
export type OverlayContextValue = { over: Background; close: () => void }

export const OverlayContext = createContext<OverlayContextValue | undefined>(undefined)

/** The page underneath, and how to go back to it; `undefined` for the full page. */
export function useOverlay(): OverlayContextValue | undefined {
  return use(OverlayContext)
}

const never = () => () => undefined

/** The place in the document where targets open. It is empty until one does. */
export function InterceptionOutlet() {
  const outlet = getPageRouter(useRouter())?.outlet
  return useSyncExternalStore(
    outlet?.subscribe ?? never,
    () => outlet?.element,
    () => undefined,
  )
}
