import { createIsomorphicFn } from '@tanstack/react-start'
import type { Draft } from '#app/forms/fields.ts'
import { findDraft } from '#app/forms/handle-form.server.ts'

/** The form that came back to this visitor without JavaScript, for the loader of its page. In the browser there is none. */
export const readDraft = createIsomorphicFn()
  .server((): Draft | undefined => findDraft())
  .client((): Draft | undefined => undefined)

/** A form as its server function gets it. Anything else is an empty form, which its schema refuses. */
export function formData(input: FormData): FormData {
  return input instanceof FormData ? input : new FormData()
}
