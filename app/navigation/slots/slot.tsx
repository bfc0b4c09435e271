import {
  type AnyRouteMatch,
  CatchBoundary,
  type FileRoutesByPath,
  trimPathRight,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { RouteTo } from '#app/navigation/routing-table/parse/route-path.ts'
import { createSlotMemory, decideSlotPage, type SlotPage } from '#app/navigation/slots/slot-memory.ts'

/** The params and the search of the URL that the page belongs to, which may not be the current one. */
export type SlotPageProps = Pick<SlotPage, 'params' | 'search'>

type Page = ComponentType<SlotPageProps>

/** The memory of this tab. The server never writes to it. */
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
  /** The pages by their routes, as `to` of a link names them, or by ids of routes. The innermost route of the URL wins. */
  pages: Partial<Record<RouteTo | keyof FileRoutesByPath, Page>>
  /** Shown until the URL has been one of the pages. */
  default?: ReactNode
  /** Shown while a page waits for its code or its data. */
  pending?: ReactNode
}) {
  const { name, default: fallback = null, pending = null } = props
  const pages = props.pages as Record<string, Page | undefined>
  const router = useRouter()
  const [before, setBefore] = useState<SlotPage>()
  const nameOf = ({ routeId, fullPath }: AnyRouteMatch) =>
    [routeId as string, trimPathRight(fullPath as string)].find((each) => pages[each])
  const match = useRouterState({ select: ({ matches }) => matches.findLast((each) => nameOf(each)) })
  const route = match && nameOf(match)
  const matched = route ? { route, params: match.params, search: match.search } : undefined
  const entry = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key })
  const remembered = entry !== undefined && memory.has(name, entry) ? { page: memory.get(name, entry) } : undefined
  const page = decideSlotPage({ matched, remembered, before })
  if (!isSame(page, before)) setBefore(page)

  useEffect(() => {
    // An entry that is one of the pages needs no memory, and what another showed first it shows again.
    if (entry !== undefined && !matched && !memory.has(name, entry)) memory.set(name, entry, page)
  })

  const errorComponent = router.options.defaultErrorComponent
  const shown = page && pages[page.route]
  return (
    <CatchBoundary getResetKey={() => page} {...(errorComponent && { errorComponent })}>
      <Suspense fallback={pending}>
        {page && shown ? createElement(shown, { params: page.params, search: page.search }) : fallback}
      </Suspense>
    </CatchBoundary>
  )
}
