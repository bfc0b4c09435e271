import { createServerFn } from '@tanstack/react-start'
import { setCookie } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { asFormData, defineForm } from 'fairlead/forms'
import { handleForm } from 'fairlead/forms.server'
import { forgetSessionState, startSession } from 'fairlead/sessions.server'

const schema = v.object({ by: v.picklist(['library', 'session']) })

const board = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(schema, async ({ by }) => {
      if (by === 'session') await startSession('pilot')
      else {
        setCookie('pilot', 'pilot', { path: '/' })
        forgetSessionState()
      }
      return { to: '/{-$locale}/pilot/$where', params: { where: 'aboard' } }
    }),
  )

/** Signs the pilot in: by a cookie of its own, as another library does, or by a session of the application. */
export const boardForm = defineForm({ name: 'board', schema, submit: board })
