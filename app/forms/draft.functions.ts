import { createIsomorphicFn } from '@tanstack/react-start'
import type { Draft } from '#app/forms/form-fields.ts'
import { findDrafts } from '#app/forms/handle-form.server.ts'

/**
 * Returns the drafts of the forms of a page, for its loader. In the browser there are none: drafts serve visitors without
 * JavaScript.
 *
 * @param href of the page, `location.publicHref`
 */
export const readDrafts = createIsomorphicFn()
  .server((href: string): Draft[] => findDrafts(href))
  .client((_href: string): Draft[] => [])

/** Validates the input of a form's server function. Anything but a form becomes an empty one, which its schema rejects. */
export function asFormData(input: FormData): FormData {
  return input instanceof FormData ? input : new FormData()
}
