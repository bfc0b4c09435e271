import type { QueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, isNotFound, isRedirect, useMatches, useRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, Suspense } from 'react'
import ServerDetails from '#app/errors/error-details.tsx'
import { getDigest } from '#app/errors/digest.ts'
import { PublicError } from '#app/errors/public-error.ts'
import { FollowRedirect } from '#app/errors/follow-redirect.tsx'
import { hasRobots } from '#app/errors/has-robots.ts'
import { useShellMessages } from '#app/errors/use-shell-messages.ts'
import { getReportId } from '#app/errors/report-id.ts'
import { errorHeadline } from '#app/errors/error-headline.ts'
import { Link } from '#app/navigation/link.tsx'
import button from '#app/ui/button.module.css'
import styles from './error-page.module.css'

type DetailsModule = { default: typeof ServerDetails }

let details: DetailsModule | undefined

/**
 * Fetches what an error page has beside its words, if the document is one. React renders what failed anew instead of
 * taking it over, and without them they would be gone for a moment. Never rejects.
 */
export async function preloadErrorDetails(): Promise<void> {
  if (document.querySelector('[data-testid=digest]')) details = await loadDetails()
}

function resolvedThenable(module: DetailsModule): PromiseLike<DetailsModule> {
  // oxlint-disable-next-line unicorn/no-thenable -- a promise would be late by a moment, and the document begun
  return { then: (resolve) => resolve?.(module) as never }
}

/** The server has them at once, so that they are in the document; the browser fetches them when something failed. */
const loadDetails = createIsomorphicFn()
  .server((): PromiseLike<DetailsModule> => resolvedThenable({ default: ServerDetails }))
  .client((): PromiseLike<DetailsModule> =>
    // Offline, or gone with its build: the page does without.
    details
      ? resolvedThenable(details)
      : import('#app/errors/error-details.tsx').catch(() => ({ default: () => <></> })),
  )

const Details = lazy(loadDetails as () => Promise<DetailsModule>)

/** What is said of an error that is meant for people: its own words, and its fields. */
function Expected({ error: { message, status, fields } }: { error: PublicError }) {
  return (
    <>
      <h1>{message}</h1>
      <p>{status}</p>
      {Object.values(fields ?? {}).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  )
}

/** In development. */
function getTraceId(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : `${String(error)} was thrown, which is no error`
}

function Failure({ error, digest, address }: { error: unknown; digest: string | undefined; address: string }) {
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
      {messages && <p>{digest ? messages.server : messages.explain}</p>}
      {import.meta.env.DEV && <pre dir="ltr">{getTraceId(error)}</pre>}
      <Suspense fallback={null}>
        <Details digest={digest} report={report} address={address} />
      </Suspense>
    </>
  )
}

/** What is thrown while a page is rendered: a redirect is followed, and a not-found is left to the boundary that shows it. */
export function ApplicationError(props: ErrorComponentProps) {
  const { error } = props as { error: unknown }
  if (isNotFound(error)) throw error
  return isRedirect(error) ? <FollowRedirect redirect={error} /> : <FailurePage {...props} />
}

/**
 * Shown in place of the part of a page that failed. Its first sentence is always the same, in English, so that it can
 * be searched for; what follows is in the visitor's language where the messages could be loaded. An error that is meant
 * for people speaks for itself. It is complete without JavaScript: trying again is then a form that asks for the page.
 */
function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const messages = useShellMessages()?.error
  const isNamed = useMatches({ select: hasRobots })
  const { publicHref } = router.latestLocation
  const { pathname, searchParams } = new URL(publicHref, 'http://localhost')
  const tryAgain = async (): Promise<void> => {
    const { queryClient } = router.options.context as { queryClient: QueryClient }
    // What failed is no answer.
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
    await router.invalidate()
    reset()
  }
  return (
    <div className={styles.page}>
      {/* React puts it where it belongs. */}
      {!isNamed && <meta name="robots" content="noindex" />}
      {error instanceof PublicError ? (
        <Expected error={error} />
      ) : (
        <Failure error={error} digest={getDigest(error)} address={publicHref} />
      )}
      <div className={styles.actions}>
        <form
          method="get"
          action={pathname}
          onSubmit={(event) => {
            event.preventDefault()
            void tryAgain()
          }}
        >
          {[...searchParams].map(([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          <button className={`${button.button} ${button.primary}`}>{messages?.retry ?? 'Try again'}</button>
        </form>
        <Link className={button.button} to="/{-$locale}">
          {messages?.home ?? 'Go to the home page'}
        </Link>
      </div>
    </div>
  )
}
