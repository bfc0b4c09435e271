import { log } from '#app/server/log.server.ts'
import { getDigest, createDigest } from '#app/errors/digest.ts'
import { getFingerprint } from '#app/errors/v8-stack.server.ts'
import {
  getRequestContext,
  type CapturedError,
  isClientDisconnect,
  isObject,
} from '#app/server/request-context.server.ts'

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
export type ErrorReporter = (
  thrown: unknown,
  context: FailureContext,
) => { id: string; digest?: string | undefined; stored: Promise<unknown> }

let reporter: ErrorReporter | undefined

/** Says where reports go. Once, before the first request. */
export function setErrorReporter(to: ErrorReporter): void {
  reporter = to
}

/** Failures by the object that was thrown. */
const known = new WeakMap<object, CapturedError>()

/** The failure that was recorded for what was thrown, if it was. */
export function findCaptured(thrown: unknown): CapturedError | undefined {
  return isObject(thrown) ? known.get(thrown) : getRequestContext()?.capturedPrimitives.get(thrown)
}

/** Whether it is only the end of a request whose client has gone. */
function isAbort(thrown: unknown): boolean {
  if (isClientDisconnect(thrown)) return true
  return getRequestContext()?.request.signal.aborted === true && (thrown as Error | undefined)?.name === 'AbortError'
}

function write(thrown: unknown, fingerprint: string, route: string | undefined): CapturedError {
  let digest = getDigest(thrown) ?? createDigest()
  if (isAbort(thrown)) return { digest, fingerprint, stored: Promise.resolve() }
  const request = getRequestContext()?.request
  let reported: ReturnType<ErrorReporter> | undefined
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
 * @param thrown anything; not an `PublicError`, a redirect or a not-found, which are no failures
 * @param route the route's id, where it is known
 */
export function captureError(thrown: unknown, route?: string): CapturedError {
  const before = findCaptured(thrown)
  if (before) return before
  const visit = getRequestContext()
  const fingerprint = getFingerprint(thrown)
  // A page that is rendered once more fails once more in the same way.
  const same = visit?.renderErrors.length
    ? visit.capturedErrors.find((met) => met.fingerprint === fingerprint)
    : undefined
  const failure = same ?? write(thrown, fingerprint, route)
  if (isObject(thrown)) known.set(thrown, failure)
  else visit?.capturedPrimitives.set(thrown, failure)
  if (!same) visit?.capturedErrors.push(failure)
  return failure
}
