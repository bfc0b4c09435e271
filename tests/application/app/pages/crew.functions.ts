import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { asFormData, defineForm, secret } from 'fairlead/forms'
import { handleForm } from 'fairlead/forms.server'

/** The watches of a night. */
export const WATCHES = ['first', 'middle', 'morning'] as const

const crew = v.object({
  name: v.pipe(v.string(), v.minLength(1, 'Enter a name.')),
  watches: v.pipe(v.optional(v.array(v.picklist(WATCHES)), []), v.minLength(1, 'Choose a watch.')),
  note: v.optional(v.pipe(v.string(), v.maxLength(10, 'Too long.')), ''),
  ports: v.optional(v.array(v.string()), []),
  pins: v.optional(v.array(secret(v.pipe(v.string(), v.regex(/^\d{4}$/)))), []),
  code: v.optional(secret(v.pipe(v.string(), v.trim(), v.regex(/^\d*$/)))),
  'door.word': v.optional(secret(v.pipe(v.string(), v.regex(/^[a-z]+$/)))),
  phrase: v.optional(secret(v.pipe(v.string(), v.trim(), v.regex(/^[a-z ]{8,80}$/)))),
  intent: v.picklist(['enlist', 'reserve']),
})

const enlist = createServerFn({ method: 'POST' })
  .validator(asFormData)
  .handler(
    handleForm(crew, ({ name, watches, note, intent }) => ({
      text: `${intent} ${name}: ${watches.join(' and ')}${note && ` ${JSON.stringify(note)}`}`,
    })),
  )

/** Takes a hand on, for some watches, by one of two buttons. */
export const crewForm = defineForm({ name: 'crew', schema: crew, submit: enlist })
