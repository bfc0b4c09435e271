import { log } from '#fairlead/platform/log.server.ts'
import { getDigest, createDigest } from '#fairlead/errors/digest.ts'
import { getFingerprint } from '#fairlead/errors/fingerprint.ts'
import {
  getRequestContext,
  type CapturedError,
  isClientDisconnect,
  hasIdentity,
  type RequestContext,
} from '#fairlead/platform/request-context.server.ts'

/**
 * Stores a report. The server entry sets it, because the store of reports imports this folder and not the reverse. For
 * a failure that is reported too often it returns an earlier report and its digest.
 */
export type ErrorReporter = (
  thrown: unknown,
  context: { digest: string; fingerprint: string; route: string | undefined; request: Request | undefined },
) => { id: string; digest?: string | undefined; stored: Promise<unknown> }

let reporter: ErrorReporter | undefined

/** Sets the function that stores reports. It is called once, before the first request. */
export function setErrorReporter(value: ErrorReporter): void {
  reporter = value
}

const captured = new WeakMap<object, CapturedError>()

function findCaptured(thrown: unknown): CapturedError | undefined {
  return hasIdentity(thrown) ? captured.get(thrown) : getRequestContext()?.capturedPrimitives.get(thrown)
}

/** True for an error that only reports the disconnect of the client. */
function isAbort(thrown: unknown): boolean {
  if (isClientDisconnect(thrown)) return true
  return getRequestContext()?.request.signal.aborted === true && (thrown as Error | undefined)?.name === 'AbortError'
}

function record(thrown: unknown, fingerprint: string, route: string | undefined): CapturedError {
  let digest = getDigest(thrown) ?? createDigest()
  const { request, attempt = 0 } = getRequestContext() ?? {}
  if (isAbort(thrown)) return { digest, fingerprint, attempt, stored: Promise.resolve() }
  let reported: ReturnType<ErrorReporter> | undefined
  try {
    reported = reporter?.(thrown, { digest, fingerprint, route, request })
    digest = reported?.digest ?? digest
  } catch (error) {
    log.error({ err: error, digest }, 'the report could not be made')
  }
  const location = request && { method: request.method, path: new URL(request.url).pathname }
  try {
    log.error({ err: thrown, digest, fingerprint, report: reported?.id, route, ...location }, 'failed')
  } catch {
    // Reading the properties of a thrown value may throw as well.
    log.error({ digest, fingerprint, report: reported?.id, route, ...location }, 'failed')
  }
  return { digest, fingerprint, attempt, stored: reported?.stored ?? Promise.resolve() }
}

/**
 * Returns an earlier render attempt's failure that has occurred again. If there are several, each is returned once, in
 * order; after that the last one.
 */
function findEarlier({ capturedErrors, attempt }: RequestContext, fingerprint: string): CapturedError | undefined {
  if (attempt === 0) return undefined
  const alike = capturedErrors.filter((error) => error.fingerprint === fingerprint)
  const found = alike.find((error) => error.attempt < attempt) ?? alike.at(-1)
  if (found) found.attempt = attempt
  return found
}

/**
 * Records a failure: one line in the log and one report, however often the same object is captured. Never throws.
 *
 * @param thrown anything but a `PublicError`, a redirect or a not-found, which are not failures
 */
export function captureError(thrown: unknown, route?: string): CapturedError {
  const previous = findCaptured(thrown)
  if (previous) return previous
  const context = getRequestContext()
  const fingerprint = getFingerprint(thrown)
  const same = context && findEarlier(context, fingerprint)
  const failure = same ?? record(thrown, fingerprint, route)
  if (hasIdentity(thrown)) captured.set(thrown, failure)
  else context?.capturedPrimitives.set(thrown, failure)
  if (!same) context?.capturedErrors.push(failure)
  return failure
}
