import type { ReactNode } from 'react'
import { createSignal } from '#app/ui/create-signal.ts'

/** The error that keeps the requested page from being shown. Cleared by the next navigation. */
export const routeFailure = createSignal<Error | undefined>(undefined)

/** Texts of the version-skew notice, in the page's language. */
export interface NoticeTexts {
  readonly explain: string
  readonly reload: string
}

/** Renders the version-skew notice. Set by the engine when a server function that was called no longer exists. */
export const versionSkewNotice = createSignal<((texts: NoticeTexts) => ReactNode) | undefined>(undefined)

/** A link in the page's head, for search engines. */
export type HreflangLink = { rel: 'canonical' | 'alternate'; href: string; hrefLang?: string }

/** Returns the head links of the current page. Set by the engine when a navigation has ended. */
export const headLinks = createSignal<((baseUrl: string) => HreflangLink[]) | undefined>(undefined)

/** True while a navigation waits for the engine (see engine.ts) or the network, before the router knows of it. */
export const isWaiting = createSignal(false)
