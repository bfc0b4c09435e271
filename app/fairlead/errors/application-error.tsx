import type { QueryClient } from '@tanstack/react-query'
import {
  type ErrorComponentProps,
  isNotFound,
  isRedirect,
  useHydrated,
  useMatches,
  useRouter,
  type AnyRedirect,
} from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentProps, lazy, memo, Suspense, useEffect } from 'react'
import ServerDetails from '#fairlead/errors/error-details.tsx'
import { describeNonError, getDigest, getReportId } from '#fairlead/errors/digest.ts'
import { type PublicError, publicErrorOf } from '#fairlead/errors/public-error.ts'
import { hasRobots, isTranslated, errorHeadline } from '#fairlead/errors/error-page.ts'
import { useOverlay } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { usePageRoute, useShellMessages } from '#fairlead/navigation/locale/page-route.ts'
import { Link } from '#fairlead/navigation/link.tsx'
import button from '#fairlead/styles/button.module.css'
import { withBasePath } from '#fairlead/platform/base-path.ts'
import styles from './error-page.module.css'

type DetailsModule = { default: typeof ServerDetails }

let details: DetailsModule | undefined

const importDetails = (): Promise<DetailsModule> => import('#fairlead/errors/error-details.tsx')

/**
 * Loads the details of the error page, if the document is an error page. Call it before hydration: React would render
 * the page again if its details were missing. Never rejects.
 */
export async function preloadErrorDetails(): Promise<void> {
  if (document.querySelector('[data-testid=digest]')) details = await importDetails().catch(() => undefined)
}

function resolvedThenable(module: DetailsModule): PromiseLike<DetailsModule> {
  // oxlint-disable-next-line unicorn/no-thenable -- a promise would resolve after the document has begun
  return { then: (resolve) => resolve?.(module) as never }
}

/** The server renders the details with the document; the browser loads them when something fails. */
const loadDetails = createIsomorphicFn()
  .server((): PromiseLike<DetailsModule> => resolvedThenable({ default: ServerDetails }))
  .client((): PromiseLike<DetailsModule> =>
    details
      ? resolvedThenable(details)
      : // The visitor is leaving or offline, or the build no longer exists: a document keeps the details that it has.
        importDetails().catch(() => new Promise(() => {})),
  )

const LoadedDetails = lazy(loadDetails as () => Promise<DetailsModule>)

/** The details, memoized: React removes what it has not hydrated from a document when it renders the parent again. */
const Details = memo((props: ComponentProps<typeof ServerDetails>) => (
  <Suspense fallback={null}>
    <LoadedDetails {...props} />
  </Suspense>
))

function PublicMessage({ error: { code, message, status, fields } }: { error: PublicError }) {
  const texts = useShellMessages()?.error
  return (
    <>
      <h1>
        {(code === 'INVALID_SEARCH' ? texts?.search : code === 'FORBIDDEN' ? texts?.forbidden : undefined) ?? message}
      </h1>
      <p>{status}</p>
      {Object.values(fields ?? {}).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  )
}

function getTrace(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : describeNonError(error)
}

type FailureProps = { error: unknown; digest: string | undefined; href: string; isBroken: boolean }

function Failure({ error, digest, href, isBroken }: FailureProps) {
  const messages = useShellMessages()?.error
  const report = digest === undefined ? getReportId(error) : undefined
  return (
    <>
      <h1 lang="en" dir="ltr">
        {errorHeadline(digest ? 'server' : 'client')}
      </h1>
      <p className={styles.digest} lang="en" dir="ltr" data-testid={digest ? 'digest' : 'report'}>
        {digest ? `Digest: ${digest}` : `Report: ${report}`}
      </p>
      {messages && <p>{digest ? messages.server : isBroken ? messages.translated : messages.explain}</p>}
      {import.meta.env.DEV && <pre dir="ltr">{getTrace(error)}</pre>}
      <Details digest={digest} report={report} href={href} />
    </>
  )
}

/** The default error component: redirects are followed, not-founds go on to their boundary, failures get an error page. */
export function ApplicationError(props: ErrorComponentProps) {
  const { error } = props as { error: unknown }
  if (isNotFound(error)) throw error
  return isRedirect(error) ? <FollowRedirect redirect={error} /> : <FailurePage {...props} />
}

/**
 * Returns the function that loads the data of an error page again, and then renders the page. In a dialog the page
 * underneath stays unchanged, because it could fail as well.
 */
export function useRetry(reset: () => void): () => Promise<void> {
  const router = useRouter()
  const overlay = useOverlay()
  return async () => {
    const { queryClient } = router.options.context as { queryClient: QueryClient }
    // Errors in the cache would be shown again.
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
    if (overlay) {
      await queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' })
      await router.load()
    } else await router.invalidate()
    reset()
  }
}

/**
 * The error page, which replaces the part of a page that failed. Its headline is always in English, so that a search
 * finds it. The rest is in the visitor's language if the messages could be loaded. Public errors show their message.
 * Without JavaScript, and on a page that the browser has translated, the retry button is a form.
 */
function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const shell = useShellMessages()
  const messages = shell?.error
  const hasTag = useMatches({ select: hasRobots })
  const { publicHref } = router.latestLocation
  const { pathname, searchParams } = new URL(publicHref, 'http://localhost')
  const tryAgain = useRetry(reset)
  const expected = publicErrorOf(error)
  /** True on a page that the browser has translated, whose texts React cannot change. */
  const isBroken = useHydrated() && isTranslated()
  return (
    <div className={styles.page}>
      {/* React moves it into the head. */}
      {!hasTag && <meta name="robots" content="noindex" />}
      {expected ? (
        <PublicMessage error={expected} />
      ) : (
        <Failure error={error} digest={getDigest(error)} href={publicHref} isBroken={isBroken} />
      )}
      <div className={styles.actions}>
        <form
          method="get"
          action={withBasePath(pathname)}
          onSubmit={(event) => {
            // The form loads the page again, with texts that React can change.
            if (isTranslated()) return
            event.preventDefault()
            void tryAgain()
          }}
        >
          {[...searchParams].map(([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          <button className={`${button.button} ${button.primary}`}>
            {isBroken ? (shell?.versionSkew.reload ?? 'Reload') : (messages?.retry ?? 'Try again')}
          </button>
        </form>
        <Link className={button.button} to={usePageRoute()('/')}>
          {messages?.home ?? 'Go to the home page'}
        </Link>
      </div>
    </div>
  )
}

/** Follows a redirect that was thrown during rendering. It replaces the component that threw it. */
function FollowRedirect({ redirect }: { redirect: AnyRedirect }) {
  const router = useRouter()
  useEffect(() => {
    const { queryClient } = router.options.context as { queryClient: QueryClient }
    // A redirect is not data: the next visit has to run the query again.
    queryClient.removeQueries({ predicate: ({ state: { error } }) => Object.is(error, redirect) })
    void router.navigate({ ...router.resolveRedirect(redirect).options, replace: true })
  }, [router, redirect])
  return null
}
