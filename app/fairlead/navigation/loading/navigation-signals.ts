import type { ReactNode } from 'react'
import { createSignal } from '#fairlead/platform/create-signal.ts'

/** The error that keeps the requested page from being shown. The next navigation clears it. */
export const routeFailure = createSignal<Error | undefined>(undefined)

export interface NoticeTexts {
  readonly explain: string
  readonly reload: string
}

/** The version-skew notice. The engine sets it when a called server function no longer exists. */
export const versionSkewNotice = createSignal<((texts: NoticeTexts) => ReactNode) | undefined>(undefined)

export type HreflangLink = { rel: 'canonical' | 'alternate'; href: string; hrefLang?: string }

/** The head links of the current page. The engine sets them when a navigation has ended. */
export const headLinks = createSignal<((baseUrl: string) => HreflangLink[]) | undefined>(undefined)

/** True while a navigation waits for the engine (see engine.ts) or the network, before the router learns of it. */
export const isWaiting = createSignal(false)
