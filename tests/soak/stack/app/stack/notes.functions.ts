import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { asFormData, defineForm } from 'fairlead/forms'
import { handleForm } from 'fairlead/forms.server'
import { noteWithParent } from '#app/stack/drizzle.server.ts'

export const readNote = createServerFn({ method: 'POST' }).handler(noteWithParent)

const schema = v.object({ name: v.pipe(v.string(), v.minLength(2)) })

const addNote = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(handleForm(schema, async () => ({ to: '/{-$locale}/stack/drizzle' })))

export const noteForm = defineForm({ name: 'note', schema, submit: addNote })
