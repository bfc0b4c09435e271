import { isSecretField } from '#app/navigation/loading/secret-field.ts'

/** Where what a visitor typed outlives a reload, in the tab's storage. */
const FORM_SNAPSHOT_KEY = 'fairlead:typed'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Files are not for storage, and buttons hold nothing typed. */
const NOT_KEPT = new Set(['hidden', 'file', 'submit', 'button', 'image', 'reset'])

interface Kept {
  readonly href: string
  readonly fields: readonly { readonly name: string; readonly value: string | boolean }[]
}

/** The fields of the page in order, each with a name that finds it again in the same page. */
function fieldsOf(page: Document): { name: string; field: Field }[] {
  const seen = new Map<string, number>()
  return [...page.querySelectorAll<Field>('input, textarea, select')]
    .filter((field) => !NOT_KEPT.has(field.type) && !isSecretField(field))
    .map((field) => {
      const name = `${field.name || field.id}/${field.type}`
      const count = seen.get(name) ?? 0
      seen.set(name, count + 1)
      return { name: `${name}/${count}`, field }
    })
}

function isChecked(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

/** Puts what stands in the fields of the page where the next document of this tab finds it. */
export function saveForm(page: Document, href: string, storage: Pick<Storage, 'setItem'>): void {
  const fields = fieldsOf(page).map(({ name, field }) => ({
    name,
    value: isChecked(field) ? field.checked : field.value,
  }))
  storage.setItem(FORM_SNAPSHOT_KEY, JSON.stringify({ href, fields } satisfies Kept))
}

/** Gives the fields back what was kept for this address, once, as if it were typed anew. */
export function restoreForm(page: Document, href: string, storage: Pick<Storage, 'getItem' | 'removeItem'>): void {
  const text = storage.getItem(FORM_SNAPSHOT_KEY)
  storage.removeItem(FORM_SNAPSHOT_KEY)
  if (text === null) return
  const kept = JSON.parse(text) as Kept
  if (kept.href !== href) return
  const values = new Map(kept.fields.map(({ name, value }) => [name, value]))
  for (const { name, field } of fieldsOf(page)) {
    const value = values.get(name)
    if (typeof value === 'boolean' && isChecked(field)) {
      // A click, because that is what React listens to.
      if (field.checked !== value) field.click()
    } else if (typeof value === 'string' && field.value !== value) {
      write(field, value)
    }
  }
}

/** By the element's own setter: React replaces it on its fields to tell its own writing from a visitor's. */
function write(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
