import {
  type AnyRouteMatch,
  CatchBoundary,
  type ErrorRouteComponent,
  type FileRoutesByPath,
  trimPathRight,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { RouteTo } from '#app/navigation/routing-table/parse/route-path.ts'

/** The page of a slot: the match of the route that it shows. */
export type SlotPage = {
  /** The route as the slot names it. */
  readonly route: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: Readonly<Record<string, unknown>>
}

/** Most history entries whose pages are remembered. The oldest is forgotten first. */
const SLOT_ENTRIES = 200

/** The pages of the slots of a tab, by history entry. A reload forgets them. */
export function createSlotMemory(limit = SLOT_ENTRIES) {
  const pages = new Map<string, SlotPage | undefined>()
  return {
    /** Returns the page that a slot showed in an entry; `undefined` for its default, or an unknown entry. */
    get: (slot: string, entry: string): SlotPage | undefined => pages.get(`${slot} ${entry}`),
    has: (slot: string, entry: string): boolean => pages.has(`${slot} ${entry}`),
    set(slot: string, entry: string, page: SlotPage | undefined): void {
      pages.set(`${slot} ${entry}`, page)
      const [oldest] = pages.keys()
      if (pages.size > limit && oldest !== undefined) pages.delete(oldest)
    },
  }
}

/** The params and the search of the URL that the page belongs to, which may not be the current one. */
export type SlotPageProps = Pick<SlotPage, 'params' | 'search'>

type Page = ComponentType<SlotPageProps>

/** The page of a slot. The server finds it by its name among the components around an error. */
export function SlotBoundary({ children }: { children: ReactNode }) {
  return children
}

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
  /** Shown in place of a page that throws; by default the error page of the application. */
  errorComponent?: ErrorRouteComponent
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
  const isRemembered = entry !== undefined && memory.has(name, entry)
  const page = matched ?? (isRemembered ? memory.get(name, entry) : before)
  if (!isSame(page, before)) setBefore(page)

  useEffect(() => {
    // An entry that is one of the pages needs no memory, and what another showed first it shows again.
    if (entry !== undefined && !matched && !isRemembered) memory.set(name, entry, page)
  })

  const errorComponent = props.errorComponent ?? router.options.defaultErrorComponent
  const shown = page && pages[page.route]
  return (
    <CatchBoundary getResetKey={() => page} {...(errorComponent && { errorComponent })}>
      <Suspense fallback={pending}>
        <SlotBoundary>
          {page && shown ? createElement(shown, { params: page.params, search: page.search }) : fallback}
        </SlotBoundary>
      </Suspense>
    </CatchBoundary>
  )
}
