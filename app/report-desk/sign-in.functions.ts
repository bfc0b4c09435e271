import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { asFormData, defineForm } from '#app/forms/define-form.ts'
import { handleForm } from '#app/forms/handle-form.server.ts'
import { secret } from '#app/forms/secret.ts'
import { SESSION } from '#app/report-desk/desk-limits.ts'
import { signInOperator, signOutOperator } from '#app/report-desk/sign-in.server.ts'
import { setBodyLimit } from '#app/server/server-functions/body-limit.ts'

// Its messages are keys, as `SignInError` has them.
const credentials = v.object({ token: secret(v.pipe(v.optional(v.string(), ''), v.minLength(1, 'wrong'))) })

/** Signs in; the page that has the form then shows the desk. */
const signIn = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(credentials, async ({ token }) => {
      await signInOperator(getRequest(), token)
      return {}
    }),
  )

setBodyLimit(signIn, SESSION.formBytes)

/** Signs an operator in by the token. */
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

setBodyLimit(signOut, SESSION.formBytes)

/** Signs the operator out. */
export const signOutForm = defineForm({ name: 'desk-sign-out', schema: nothing, submit: signOut })
