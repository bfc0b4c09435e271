import type { ReactNode } from 'react'
import { createSignal } from '#app/navigation/loading/create-signal.ts'

/** Why the page asked for cannot be shown, until the next navigation. */
export const routeFailure = createSignal<Error | undefined>(undefined)

/** What the notice says; it is in the page's language. */
export interface NoticeTexts {
  readonly explain: string
  readonly reload: string
}

/** Draws what is shown below the page once something was called that the server no longer has. It comes with the engine. */
export const versionSkewNotice = createSignal<((texts: NoticeTexts) => ReactNode) | undefined>(undefined)

/** Whether a navigation waits for the engine, see browser.ts: the router does not know of it yet. */
export const isLoadingEngine = createSignal(false)
