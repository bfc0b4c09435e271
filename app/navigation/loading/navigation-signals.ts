import type { ReactNode } from 'react'
import { createSignal } from '#app/ui/create-signal.ts'

/** The error that prevents the requested page from being shown, until the next navigation. */
export const routeFailure = createSignal<Error | undefined>(undefined)

/** The texts of the notice, in the page's language. */
export interface NoticeTexts {
  readonly explain: string
  readonly reload: string
}

/** Renders the version-skew notice. Set by the engine once a called server function is missing. */
export const versionSkewNotice = createSignal<((texts: NoticeTexts) => ReactNode) | undefined>(undefined)

/** A link of the head of a page, for search engines. */
export type HreflangLink = { rel: 'canonical' | 'alternate'; href: string; hrefLang?: string }

/** Returns the links for the head of the page that is shown. Set by the engine once a navigation has ended. */
export const headLinks = createSignal<((origin: string) => HreflangLink[]) | undefined>(undefined)

/** True while a navigation waits for the engine (see engine.ts), before the router knows of it. */
export const isLoadingEngine = createSignal(false)
