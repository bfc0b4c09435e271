import type { QueryClient } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { deleteCookie } from '@tanstack/react-start/server'
import { draftStore } from '#fairlead/forms/draft-store.server.ts'
import { type Draft, DRAFT_COOKIE, pathnameOf } from '#fairlead/forms/form-fields.ts'
import type { SubmissionFailure } from '#fairlead/forms/submission.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'
import { readShellCookie } from '#fairlead/platform/shell-cookie.ts'

/** A draft of a visitor without JavaScript, or of a form that failed in this tab when it was on the page no more. */
export type ShownDraft = Draft & { readonly failure?: SubmissionFailure | undefined }

export type VisitorDrafts = { drafts: readonly ShownDraft[]; flash: string | undefined }

/** The key in the query cache by which the entries reach the page, and with it the browser. */
export const VISITOR_DRAFTS_KEY = ['forms', 'drafts'] as const

export function getVisitorDrafts(queryClient: QueryClient): VisitorDrafts {
  return queryClient.getQueryData<VisitorDrafts>(VISITOR_DRAFTS_KEY) ?? { drafts: [], flash: undefined }
}

export function updateVisitorDrafts(queryClient: QueryClient, change: Partial<VisitorDrafts>): void {
  queryClient.setQueryData(VISITOR_DRAFTS_KEY, { ...getVisitorDrafts(queryClient), ...change })
}

async function load(visitor: string, queryClient: QueryClient, href: string): Promise<void> {
  const { drafts, flash, isEmpty } = await draftStore.take(visitor, pathnameOf(href))
  if (isEmpty) deleteCookie(DRAFT_COOKIE)
  if (drafts.length > 0 || flash !== undefined) queryClient.setQueryData(VISITOR_DRAFTS_KEY, { drafts, flash })
}

/**
 * Puts the entries of a page (`location.publicHref`) into the query cache, on the server, in the loader of the layout.
 * In the browser it does nothing.
 */
export const loadVisitorDrafts = createIsomorphicFn()
  .server((queryClient: QueryClient, href: string): Promise<void> | undefined => {
    const visitor = readShellCookie(DRAFT_COOKIE)
    // A draft is shown once, and a document that is prefetched may never be.
    return visitor === undefined || getRequestContext()?.isPrefetch ? undefined : load(visitor, queryClient, href)
  })
  .client((_queryClient: QueryClient, _href: string): undefined => {})
