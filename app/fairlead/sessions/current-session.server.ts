import { createHash, randomBytes } from 'node:crypto'
import { deleteCookie, setCookie } from '@tanstack/react-start/server'
import { noticeText } from '#fairlead/errors/document-context.server.ts'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'
import { getRequestContext, type RequestContext } from '#fairlead/platform/request-context.server.ts'
import { cookieAttributes, orUnavailable, ownSessions } from '#fairlead/sessions/sessions.server.ts'
import { type KnownSession, type Session, type SessionData, SESSIONS } from '#fairlead/sessions/session.ts'
import { readSession } from 'virtual:app/session-source'

const memo = new WeakMap<RequestContext, Promise<Session | undefined>>()

export function currentRequest(): RequestContext {
  const context = getRequestContext()
  if (!context) throw new Error('There is no request here, so there is neither a session nor a client.')
  return context
}

const unavailable = async () => new PublicError('SESSIONS_UNAVAILABLE', 503, await noticeText('signInUnavailable'))

/** A mark alone, until a response has read the session. */
const FORGOTTEN = /^\.[\w-]{22}$/

const sentState = ({ request }: RequestContext) => readCookie(request.headers.get('cookie'), SESSIONS.stateCookie)

/**
 * Returns the state after a request: a hash of the session, and the mark of `forgetSessionState`, by which a tab that has
 * seen it alone knows that nobody has signed in or out since. `undefined` for nobody.
 */
function nextState(sent: string | undefined, session: Session | undefined): string | undefined {
  if (!session) return undefined
  const own = createHash('sha256').update(`session state\0${session.key}`).digest('base64url').slice(0, 22)
  if (sent !== undefined && FORGOTTEN.test(sent)) return own + sent
  return sent?.split('.', 1)[0] === own ? sent : own
}

/** `undefined` deletes the cookie. */
function setState(state: string | undefined): void {
  const attributes = { ...cookieAttributes(SESSIONS.lifetimeMs / 1_000), httpOnly: false }
  if (state === undefined) deleteCookie(SESSIONS.stateCookie, attributes)
  else setCookie(SESSIONS.stateCookie, state, attributes)
}

/** Sets the cookie by which tabs see that the session has changed, unless the browser has it already. */
function syncState(context: RequestContext, session: Session | undefined): void {
  const sent = sentState(context)
  const state = nextState(sent, session)
  if (state !== sent) setState(state)
}

/**
 * Returns the session of the current request; `undefined` when nobody is signed in. It is read once for each request.
 *
 * @throws PublicError 503 when the database is unavailable
 */
export function currentSession(): Promise<Session | undefined> {
  const context = currentRequest()
  context.onPrivateRead?.('the session')
  const known = memo.get(context)
  if (known) return known
  const reading = orUnavailable(async () => {
    const session = await readSession(context.request)
    syncState(context, session)
    context.isPersonal ||= session !== undefined
    return session
  }, unavailable)
  memo.set(context, reading)
  return reading
}

export async function readKnownSession(): Promise<KnownSession> {
  const session = await currentSession()
  return {
    session: session && {
      subject: session.subject,
      expiresAt: session.expiresAt,
      ...(session.permissions && { permissions: session.permissions }),
    },
    state: nextState(sentState(currentRequest()), session),
  }
}

/** Marks the response to the current request as one person's: no cache stores it. */
export function markPersonal(): void {
  currentRequest().isPersonal = true
}

/**
 * Starts a session under a new id, ends the one that the browser had, and sets the cookies. Call it after the sign-in
 * is verified. `subject` is the id of the person.
 *
 * @throws PublicError 503 when the database is unavailable
 */
export async function startSession(subject: string, data: SessionData = {}): Promise<void> {
  const context = currentRequest()
  const session = orUnavailable(async () => {
    const now = Date.now()
    const id = await ownSessions.start(context.request.headers, subject, data, now)
    const started = await ownSessions.read(id, now)
    syncState(context, started)
    context.isPersonal = true
    return started
  }, unavailable)
  memo.set(context, session)
  await session
}

/**
 * Signs out the browser that sent the current request, for every copy of its cookie.
 *
 * @throws PublicError 503 when the database is unavailable
 */
export async function endSession(): Promise<void> {
  const context = currentRequest()
  await orUnavailable(() => ownSessions.end(context.request.headers), unavailable)
  setState(undefined)
  context.isPersonal = true
  memo.set(context, Promise.resolve(undefined))
}

/**
 * Signs a person out everywhere, as after a change of the password. `exceptThis` keeps the current session.
 *
 * @throws PublicError 503 when the database is unavailable
 */
export async function endSessionsOf(subject: string, { exceptThis = false } = {}): Promise<void> {
  const kept = exceptThis ? ownSessions.idOf(currentRequest().request.headers) : undefined
  await orUnavailable(() => ownSessions.revokeAll(subject, kept), unavailable)
}

/**
 * Replaces the data of the current session. Other tabs and devices of the session see it with their next request.
 *
 * @throws RangeError for data over the limit
 * @throws PublicError 503 when the database is unavailable
 */
export async function setSessionData(data: SessionData): Promise<void> {
  const context = currentRequest()
  const id = ownSessions.idOf(context.request.headers)
  if (id === undefined) return
  await orUnavailable(() => ownSessions.setData(id, data), unavailable)
  memo.delete(context)
}

/** Makes tabs ask the server who is signed in. For sign-ins and sign-outs by a library that sets its own cookies. */
export function forgetSessionState(): void {
  const context = currentRequest()
  memo.delete(context)
  const sent = sentState(context)
  // Tabs of a guest have no state that could go.
  const isOfGuest = sent === undefined || FORGOTTEN.test(sent)
  setState(isOfGuest ? `.${randomBytes(16).toString('base64url')}` : undefined)
}
