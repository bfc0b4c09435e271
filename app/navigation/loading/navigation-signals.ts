import type { ReactNode } from 'react'
import { createSignal } from '#app/navigation/loading/create-signal.ts'

/** Why the page asked for cannot be shown, until the next navigation. */
export const routeFailure = createSignal<Error | undefined>(undefined)

/** The texts of the notice, in the page's language. */
export interface NoticeTexts {
  readonly explain: string
  readonly reload: string
}

/** Draws what is shown below the page once something was called that the server no longer has. It comes with the engine. */
export const versionSkewNotice = createSignal<((texts: NoticeTexts) => ReactNode) | undefined>(undefined)

/** True while a navigation waits for the engine (see client.ts), before the router knows of it. */
export const isLoadingEngine = createSignal(false)
