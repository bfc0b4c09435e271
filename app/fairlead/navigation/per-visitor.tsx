import { type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { createIsomorphicFn, getDefaultSerovalPlugins } from '@tanstack/react-start'
import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react'
import { fromCrossJSON, type SerovalNode } from 'seroval'
import type { Namespace } from '#fairlead/messages/messages.ts'
import { VISITOR_ELEMENT } from '#fairlead/navigation/visitor-element.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'

/**
 * A part of a page that each visitor sees differently. It is the default export of a file `*.per-visitor.tsx`, by which
 * the server finds it without the page around it.
 */
export type VisitorPart<TProps extends object, TData, TKey extends QueryKey = QueryKey> = {
  /** Unique among all parts. */
  readonly name: string
  /** Returns the query of its data, which may read cookies and the session. It may return what a server function may. */
  readonly query: (props: TProps) => UseQueryOptions<TData, Error, TData, TKey>
  /**
   * Shows the data. On the server it has the router, Query and the messages of the shell and of `messages`, but none of
   * the contexts of the page. It has no `useId`, whose value depends on the page.
   */
  readonly component: ComponentType<NoInfer<TProps> & { data: NoInfer<TData> }>
  /** Messages that the component uses besides the ones of the shell; the route loads them as well. */
  readonly messages?: Namespace
}

/** Declares a part, with the types of its props and its data. */
export function defineVisitorPart<TProps extends object, TData, TKey extends QueryKey>(
  part: VisitorPart<TProps, TData, TKey>,
): VisitorPart<TProps, TData, TKey> {
  return part
}

/** Keeps caches from storing a document that the server completes with parts. A page for all visitors has none yet. */
const markDocument = createIsomorphicFn()
  .server((): void => {
    const context = getRequestContext()
    if (context?.nonce !== undefined) context.isPersonal = true
  })
  .client((): void => {})

const CONTENTS = { display: 'contents' }

/** Takes the data that the server wrote into the document with a part, and their time in epoch milliseconds. */
function takeState(element: string, place: string): { data: unknown; updatedAt: number } | undefined {
  const found = document.querySelector<HTMLElement>(`${element}[data-state][data-part="${CSS.escape(place)}"]`)
  if (!found) return undefined
  const state = JSON.parse(found.dataset.state ?? '') as SerovalNode
  const [data, updatedAt] = fromCrossJSON<[unknown, number]>(state, {
    refs: new Map(),
    plugins: getDefaultSerovalPlugins(),
  })
  // The data is taken once: after a sign-out it would still belong to the former visitor.
  delete found.dataset.state
  return { data, updatedAt }
}

function onParsed(listener: () => void): () => void {
  document.addEventListener('DOMContentLoaded', listener)
  return () => document.removeEventListener('DOMContentLoaded', listener)
}

const isParsed = () => document.readyState !== 'loading'

type PerVisitorProps<TProps extends object, TData, TKey extends QueryKey> = {
  part: VisitorPart<TProps, TData, TKey>
  /** Props of the part's component and query, as JSON: a cached page contains them. */
  props: TProps
  /** The content until the data has arrived, and if it cannot be read. */
  fallback: ReactNode
}

/**
 * Shows a part of a page per visitor; the rest may be cached. The server renders the part in its place within 100 ms, or
 * sends it at the end of the document within 3 800 ms. After that, and where a CDN has the page, the browser fetches it.
 */
export function PerVisitor<TProps extends object, TData, TKey extends QueryKey>({
  part,
  props,
  fallback,
}: PerVisitorProps<TProps, TData, TKey>) {
  markDocument()
  const { name, component: Component } = part
  const options = part.query(props)
  const queryKey: QueryKey = options.queryKey
  const place = JSON.stringify([name, props])
  const queryClient = useQueryClient()
  const isComplete = useSyncExternalStore(onParsed, isParsed, () => false)
  if (!import.meta.env.SSR && queryClient.getQueryData(queryKey) === undefined) {
    // A part that the server rendered in its place has to hydrate with its data. Late data would not match the fallback.
    const state = takeState(isComplete ? 'template' : VISITOR_ELEMENT, place)
    if (state) queryClient.setQueryData(queryKey, state.data, { updatedAt: state.updatedAt })
  }
  const { data } = useQuery({ ...options, enabled: isComplete })
  const shown = data === undefined ? fallback : <Component {...props} data={data} />
  return createElement(VISITOR_ELEMENT, { 'data-part': place, style: CONTENTS, suppressHydrationWarning: true }, shown)
}
