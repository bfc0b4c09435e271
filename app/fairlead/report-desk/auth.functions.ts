import { queryOptions } from '@tanstack/react-query'
import { createIsomorphicFn, createMiddleware, createServerFn } from '@tanstack/react-start'
import { getRequest, setResponseHeader } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { TUNNEL } from '#fairlead/error-reports/ingest/tunnel-limits.server.ts'
import { asFormData, defineForm } from '#fairlead/forms/define-form.ts'
import { handleForm } from '#fairlead/forms/handle-form.server.ts'
import { secret } from '#fairlead/forms/secret.ts'
import { type AuthState, getAuthState, signInOperator, signOutOperator } from '#fairlead/report-desk/auth.server.ts'
import { toStoreError } from '#fairlead/report-desk/require-reports.server.ts'
import { setBodyLimit } from '#fairlead/platform/http/body-limit.ts'

/** Every server function of the desk, except signing in and out, responds 401 without a session. */
export const requireOperator = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  const auth = await getAuthState(getRequest().headers).catch((error: unknown) => {
    setResponseHeader('retry-after', String(TUNNEL.retryAfterSeconds))
    throw error
  })
  if (auth.type === 'signed-in') {
    try {
      return await next({ context: { session: auth } })
    } catch (error) {
      throw toStoreError(error)
    }
  }
  // oxlint-disable-next-line typescript/only-throw-error -- a server function sets its status by throwing a response
  throw Response.json(auth, {
    status: 401,
    headers: { 'cache-control': 'no-store', 'www-authenticate': 'Cookie realm="reports"' },
  })
})

export const readSession = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(({ context }) => context.session)

async function requestAuthState(): Promise<AuthState> {
  try {
    return await readSession()
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401) throw error
    return (await error.json()) as AuthState
  }
}

const fetchAuthState = createIsomorphicFn()
  .server(() => getAuthState(getRequest().headers))
  .client(requestAuthState)

/** The visitor's access to the desk. It is fetched once per document: signing in or out loads a new one. */
export const authQuery = queryOptions({
  queryKey: ['reports', 'auth'],
  queryFn: () => fetchAuthState(),
  staleTime: Infinity,
  gcTime: Infinity,
})

const FORM_BYTES = 8_192

/** Messages are keys of `reports.signIn`. */
const credentials = v.object({ token: secret(v.pipe(v.optional(v.string(), ''), v.minLength(1, 'wrong'))) })

/** Signs in. The page with the form then shows the desk. */
const signIn = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(credentials, async ({ token }) => {
      await signInOperator(getRequest(), token)
      return {}
    }),
  )

setBodyLimit(signIn, FORM_BYTES)

export const signInForm = defineForm({ name: 'desk-sign-in', schema: credentials, submit: signIn })

const nothing = v.object({})

const signOut = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(nothing, async () => {
      await signOutOperator(getRequest())
      return { to: '/{-$locale}/reports' }
    }),
  )

setBodyLimit(signOut, FORM_BYTES)

export const signOutForm = defineForm({ name: 'desk-sign-out', schema: nothing, submit: signOut })
