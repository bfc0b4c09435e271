import { log } from '#app/log.server.ts'
import { digestOf, makeDigest } from '#app/errors/digest.ts'
import { fingerprintOf } from '#app/errors/stack.server.ts'
import { currentVisit, type Failure, isDeparture, isObject } from '#app/errors/visit.server.ts'

/** What a report says beside the error. */
export type FailureContext = {
  digest: string
  fingerprint: string
  route: string | undefined
  request: Request | undefined
}

/**
 * Keeps a report. Given by the entry, since what keeps reports knows errors and not the other way round. Of a failure that
 * is reported too often it gives an earlier report, whose digest leads there.
 */
export type Reporter = (
  thrown: unknown,
  context: FailureContext,
) => { id: string; digest?: string | undefined; stored: Promise<unknown> }

let reporter: Reporter | undefined

/** Says where reports go. Once, before the first request. */
export function reportFailuresTo(to: Reporter): void {
  reporter = to
}

/** Failures by the object that was thrown. */
const known = new WeakMap<object, Failure>()

/** The failure that was recorded for what was thrown, if it was. */
export function knownFailure(thrown: unknown): Failure | undefined {
  return isObject(thrown) ? known.get(thrown) : currentVisit()?.primitives.get(thrown)
}

/** Whether it is only the end of a request whose client has gone. */
function isAbort(thrown: unknown): boolean {
  if (isDeparture(thrown)) return true
  return currentVisit()?.request.signal.aborted === true && (thrown as Error | undefined)?.name === 'AbortError'
}

function write(thrown: unknown, fingerprint: string, route: string | undefined): Failure {
  let digest = digestOf(thrown) ?? makeDigest()
  if (isAbort(thrown)) return { digest, fingerprint, stored: Promise.resolve() }
  const request = currentVisit()?.request
  let reported: ReturnType<Reporter> | undefined
  try {
    reported = reporter?.(thrown, { digest, fingerprint, route, request })
    digest = reported?.digest ?? digest
  } catch (error) {
    log.error({ err: error, digest }, 'a report could not be made')
  }
  const where = request && { method: request.method, path: new URL(request.url).pathname }
  try {
    log.error({ err: thrown, digest, fingerprint, report: reported?.id, route, ...where }, 'failed')
  } catch {
    // It can be built so that looking at it throws.
    log.error({ digest, fingerprint, report: reported?.id, route, ...where }, 'failed')
  }
  return { digest, fingerprint, stored: reported?.stored ?? Promise.resolve() }
}

/**
 * Writes a failure down: one line in the log and one report, at once, however often and wherever the same object comes
 * by. Never throws.
 *
 * @param thrown anything; not an `ExpectedError`, a redirect or a not-found, which are no failures
 * @param route the route's id, where it is known
 */
export function recordFailure(thrown: unknown, route?: string): Failure {
  const before = knownFailure(thrown)
  if (before) return before
  const visit = currentVisit()
  const fingerprint = fingerprintOf(thrown)
  // A page that is rendered once more fails once more in the same way.
  const same = visit?.unrendered.length ? visit.failures.find((met) => met.fingerprint === fingerprint) : undefined
  const failure = same ?? write(thrown, fingerprint, route)
  if (isObject(thrown)) known.set(thrown, failure)
  else visit?.primitives.set(thrown, failure)
  if (!same) visit?.failures.push(failure)
  return failure
}
