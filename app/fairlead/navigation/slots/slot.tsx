import {
  type AnyRouteMatch,
  CatchBoundary,
  CatchNotFound,
  type ErrorRouteComponent,
  type FileRoutesByPath,
  type NotFoundError,
  type NotFoundRouteProps,
  trimPathRight,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { RouteTo } from '#fairlead/navigation/routing-table/parse/route-path.ts'

export type SlotPage = {
  readonly route: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: Readonly<Record<string, unknown>>
}

/** The number of entries: the oldest one is forgotten first. */
const SLOT_ENTRIES = 200

/** The pages of a tab's slots, by slot and history entry; `undefined` is a default. */
type SlotMemory = Map<string, SlotPage | undefined>

/** Remembers a page, and forgets the oldest one beyond the limit. */
export function rememberPage(memory: SlotMemory, key: string, page: SlotPage | undefined, limit = SLOT_ENTRIES): void {
  memory.set(key, page)
  const [oldest] = memory.keys()
  if (memory.size > limit && oldest !== undefined) memory.delete(oldest)
}

/** The params and the search of the URL that the page belongs to, which may not be the current one. */
export type SlotPageProps = Pick<SlotPage, 'params' | 'search'>

type Page = ComponentType<SlotPageProps>

/** The page of a slot. The server finds it by its name among the components around an error. */
export function SlotBoundary({ children }: { children: ReactNode }) {
  return children
}

/** A reload clears it. The server never writes to it. */
const memory: SlotMemory = new Map()

const isSame = (one: SlotPage | undefined, other: SlotPage | undefined) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/**
 * A part of a layout that shows pages independently of its `<Outlet>` and other slots. At a URL of another page it
 * keeps the page that it shows; back and forward show the page that it had there; a hard load shows the default.
 */
export function Slot(props: {
  /** Unique in the application. */
  name: string
  /** The pages by their routes, as `to` of a link names them, or by ids of routes. The innermost route of the URL wins. */
  pages: Partial<Record<RouteTo | keyof FileRoutesByPath, Page>>
  /** The content until the URL has been one of the pages. */
  default?: ReactNode
  /** The content while a page waits for its code or its data. */
  pending?: ReactNode
  /** Replaces a page that throws. Default: the error page of the application. `notFound()` shows its own page. */
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
  const key = `${name} ${entry}`
  const isRemembered = memory.has(key)
  const page = matched ?? (isRemembered ? memory.get(key) : before)
  if (!isSame(page, before)) setBefore(page)

  useEffect(() => {
    // An entry that is one of the pages needs no memory. Any other entry shows the same page again that it showed
    // first.
    if (entry !== undefined && !matched && !isRemembered) rememberPage(memory, key, page)
  })

  const { defaultErrorComponent, defaultNotFoundComponent } = router.options
  const errorComponent = props.errorComponent ?? defaultErrorComponent
  // Outside of the slot it would replace the page.
  const notFound = (error: NotFoundError) => createElement(defaultNotFoundComponent ?? 'p', error as NotFoundRouteProps)
  const shown = page && pages[page.route]
  return (
    <CatchBoundary getResetKey={() => page} {...(errorComponent && { errorComponent })}>
      <Suspense fallback={pending}>
        <SlotBoundary>
          <CatchNotFound fallback={notFound}>
            {page && shown ? createElement(shown, { params: page.params, search: page.search }) : fallback}
          </CatchNotFound>
        </SlotBoundary>
      </Suspense>
    </CatchBoundary>
  )
}
