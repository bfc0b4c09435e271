import { createHash, timingSafeEqual } from 'node:crypto'
import { PublicError } from '#app/errors/public-error.ts'
import { log } from '#app/server/log.server.ts'
import { getMonitoring } from '#app/error-reports/registry.server.ts'
import { ADVICE } from '#app/error-reports/store/store-fault.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { storeErrorCode } from '#app/report-desk/store-error.ts'
import { createSessions, type Session, type Sessions } from '#app/sessions/sessions.server.ts'

/** Time that the desk waits for a store that is still opening, in milliseconds. */
const OPENING_MS = 2_000

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

/**
 * Runs a function with the sessions of the database.
 *
 * @throws PublicError 503 when the database cannot be reached
 */
async function withSessions<T>(run: (sessions: Sessions) => Promise<T>): Promise<T> {
  try {
    const monitoring = getMonitoring()
    if (!monitoring || !(await monitoring.opened(OPENING_MS))) throw new Error('the store is not open')
    return await run(createSessions(monitoring.store().db))
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
  try {
    return await withSessions(async (sessions) => {
      if (previous !== undefined) await sessions.revoke(previous)
      return sessions.issue(operatorOf(token), SESSION.lastsMs, now)
    })
  } catch (error) {
    const monitoring = getMonitoring()
    const fault = monitoring?.storeFault()
    if (!monitoring || !fault) throw error
    const message = `The report store is ${fault}: ${monitoring.place}\n${ADVICE[fault]}`
    throw new PublicError(storeErrorCode(fault), 503, message)
  }
}

/** Returns the session with this id; `undefined` when it is missing, unknown, revoked, expired or of another token. */
export async function readSessionOf(id: string | undefined, token: string, now: number): Promise<Session | undefined> {
  if (id === undefined || id === '') return undefined
  const session = await withSessions((sessions) => sessions.read(id, now))
  return session?.subject === operatorOf(token) ? session : undefined
}

/** Revokes the session with this id, for every copy of its cookie. */
export async function endSession(id: string | undefined): Promise<void> {
  if (id !== undefined && id !== '') await withSessions((sessions) => sessions.revoke(id))
}
