import { useRouter } from '@tanstack/react-router'
import { createContext, use, useSyncExternalStore } from 'react'
import { hostOf } from './install.ts'

/** The page that a target is open over, as the target's loaders find it in `context.over`. */
export type Over = { routeId: string; href: string; params: Readonly<Record<string, string | undefined>> }

/** What a component inside the dialog can know and do. */
export type Opened = { over: Over; close: () => void }

export const OpenedContext = createContext<Opened | undefined>(undefined)

/** The page underneath, and how to go back to it; `undefined` for the full page. */
export function useOpened(): Opened | undefined {
  return use(OpenedContext)
}

const never = () => () => undefined

/** The place in the document where targets open. It is empty until one does. */
export function InterceptionOutlet() {
  const outlet = hostOf(useRouter())?.outlet
  return useSyncExternalStore(
    outlet?.subscribe ?? never,
    () => outlet?.element,
    () => undefined,
  )
}
