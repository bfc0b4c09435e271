// Checked by tsc: every `@ts-expect-error` is a mistake that must not compile, every other line must.
import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { asFormData } from '#fairlead/forms/define-form.ts'
import { handleForm } from '#fairlead/forms/handle-form.server.ts'
import { sessionMiddleware } from '#fairlead/sessions/session.functions.ts'

const schema = v.object({ count: v.pipe(v.string(), v.transform(Number)) })
const form = createServerFn({ method: 'POST' })

/** Behind `sessionMiddleware` there is a session. */
export const lend = form
  .middleware([sessionMiddleware])
  .validator(asFormData)
  .handler(
    handleForm(schema, ({ count }, { locale, context: { session } }) => ({
      text: `${session.subject.trim()} ${count.toFixed()} ${locale.slice()}`,
    })),
  )

export const look = form.validator(asFormData).handler(
  handleForm(schema, (_values, { context }) => {
    // @ts-expect-error -- no middleware says who is signed in
    return { isKnown: (context satisfies { session: unknown }) !== undefined }
  }),
)
