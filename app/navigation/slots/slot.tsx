import { CatchBoundary, type RegisteredRouter, type RouteIds, useRouter, useRouterState } from '@tanstack/react-router'
import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createSlotMemory, decideSlotPage, type SlotPage } from '#app/navigation/slots/slot-memory.ts'

/** The params and the search of the URL that the page belongs to, which may not be the current one. */
export type SlotPageProps = Pick<SlotPage, 'params' | 'search'>

type Page = ComponentType<SlotPageProps>

/** Of this tab. The server never writes to it. */
const memory = createSlotMemory()

const isSame = (one: SlotPage | undefined, other: SlotPage | undefined) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/**
 * A part of a layout with pages of its own, beside its `<Outlet>` and other slots. At a URL that is none of its pages it
 * keeps the one that it shows; back and forward show the page that it had there; a hard load shows the default.
 */
export function Slot(props: {
  /** Unique in the application. */
  name: string
  /** The pages by the ids of their routes. The innermost route of the URL wins. */
  pages: Partial<Record<RouteIds<RegisteredRouter['routeTree']>, Page>>
  /** Shown until the URL has been one of the pages. */
  default?: ReactNode
  /** Shown while a page waits for its code or its data. */
  pending?: ReactNode
}) {
  const { name, default: fallback = null, pending = null } = props
  const pages = props.pages as Record<string, Page | undefined>
  const router = useRouter()
  const [before, setBefore] = useState<SlotPage>()
  const match = useRouterState({
    select: ({ matches }) => matches.findLast(({ routeId }) => pages[routeId] !== undefined),
  })
  const matched = match && { routeId: match.routeId, params: match.params, search: match.search }
  const entry = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key })
  const remembered = entry !== undefined && memory.has(name, entry) ? { page: memory.get(name, entry) } : undefined
  const page = decideSlotPage({ matched, remembered, before })
  if (!isSame(page, before)) setBefore(page)

  useEffect(() => {
    // An entry that is one of the pages needs no memory, and what another showed first it shows again.
    if (entry !== undefined && !matched && !memory.has(name, entry)) memory.set(name, entry, page)
  })

  const errorComponent = router.options.defaultErrorComponent
  const shown = page && pages[page.routeId]
  return (
    <CatchBoundary getResetKey={() => page} {...(errorComponent && { errorComponent })}>
      <Suspense fallback={pending}>
        {page && shown ? createElement(shown, { params: page.params, search: page.search }) : fallback}
      </Suspense>
    </CatchBoundary>
  )
}
