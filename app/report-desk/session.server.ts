import { createHash, timingSafeEqual } from 'node:crypto'
import { PublicError } from '#app/errors/public-error.ts'
import { log } from '#app/server/log.server.ts'
import { getMonitoring } from '#app/error-reports/registry.server.ts'
import { ADVICE } from '#app/error-reports/store/store-fault.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { storeErrorCode } from '#app/report-desk/store-error.ts'
import type { Session } from '#app/sessions/session.ts'
import { createSessions } from '#app/sessions/sessions.server.ts'

/** Time that a sign-in waits for a store of reports that is still opening, in milliseconds. */
const OPENING_MS = 2_000

/** The sessions of operators. They are of a kind of their own: an operator is nobody to the application, and the reverse. */
export const operatorSessions = createSessions<object>({
  kind: 'operator',
  lifetimeMs: SESSION.lastsMs,
  idleMs: SESSION.lastsMs,
})

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Compares an input with the token in constant time, ignoring surrounding white space. */
export function isToken(input: string, token: string): boolean {
  return timingSafeEqual(hash(input.trim()), hash(token))
}

/** Returns the subject of the operator's sessions. It is derived from the token: a new token ends every session. */
export function operatorOf(token: string): string {
  return `operator:${hash(`fairlead desk session\0${token}`).toString('hex').slice(0, 32)}`
}

/** Runs a function with the sessions. Throws PublicError 503 when the database cannot be reached. */
async function orUnavailable<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    log.error({ err: cause }, 'the sessions of the report desk cannot be read or written')
    throw new PublicError('DESK_UNAVAILABLE', 503, 'The report desk cannot reach its database at the moment.')
  }
}

/**
 * Starts a session for the operator and revokes the browser's previous one. Call it with a verified token only: its error
 * names the store's fault, location and remedy, which nobody else may learn.
 *
 * @param previous the id of that session, if there is one
 * @returns the id of the new session
 * @throws PublicError 503 when the database cannot be reached
 */
export async function startSession(token: string, previous: string | undefined, now: number): Promise<string> {
  const monitoring = getMonitoring()
  // The desk is of no use without its store, and the operator is the one to mend it.
  const isOpen = await monitoring?.opened(OPENING_MS)
  const fault = isOpen ? undefined : monitoring?.storeFault()
  if (monitoring && fault) {
    const message = `The report store is ${fault}: ${monitoring.place}\n${ADVICE[fault]}`
    throw new PublicError(storeErrorCode(fault), 503, message)
  }
  return orUnavailable(() => operatorSessions.rotate(previous, operatorOf(token), {}, now))
}

/** Returns the session with this id; `undefined` when it is missing, unknown, revoked, expired or of another token. */
export async function readSessionOf(
  id: string | undefined,
  token: string,
  now: number,
): Promise<Session<object> | undefined> {
  if (id === undefined || id === '') return undefined
  const session = await orUnavailable(() => operatorSessions.read(id, now))
  return session?.subject === operatorOf(token) ? session : undefined
}

/** Revokes the session with this id, for every copy of its cookie. */
export async function endSession(id: string | undefined): Promise<void> {
  if (id !== undefined && id !== '') await orUnavailable(() => operatorSessions.revoke(id))
}
