import type { ComponentType } from 'react'
import { createSignal } from '#app/navigation/loading/signal.ts'

/** Why the page asked for cannot be shown, until the next navigation. */
export const routeFailure = createSignal<Error | undefined>(undefined)

/** Shown below the page once something was called that the server no longer has. It comes with the engine. */
export const outdatedNotice = createSignal<ComponentType<{ explain: string; reload: string }> | undefined>(undefined)
