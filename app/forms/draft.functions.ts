import { createIsomorphicFn } from '@tanstack/react-start'
import type { Draft } from '#app/forms/form-fields.ts'
import { findDrafts } from '#app/forms/handle-form.server.ts'

/**
 * The forms of a page that came back to this visitor without JavaScript, for its loader. In the browser there are none.
 *
 * @param address the page's, `location.publicHref`
 */
export const readDrafts = createIsomorphicFn()
  .server((address: string): Draft[] => findDrafts(address))
  .client((_address: string): Draft[] => [])

/** A form as its server function gets it. Anything else is an empty form, which its schema refuses. */
export function asFormData(input: FormData): FormData {
  return input instanceof FormData ? input : new FormData()
}
