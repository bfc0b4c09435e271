/** The `sessionStorage` key of the snapshot, which outlives a reload. */
const FORM_SNAPSHOT_KEY = 'fairlead:typed'

/** A list holds the values of a select with `multiple`. */
type Value = string | boolean | readonly string[]

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Types that are skipped: files cannot be stored, and buttons have no input. */
const SKIPPED_TYPES = new Set(['hidden', 'file', 'submit', 'button', 'image', 'reset'])

interface FormSnapshot {
  readonly href: string
  readonly fields: readonly { readonly name: string; readonly value: Value }[]
}

/** Returns the page's fields in order, each with a name that identifies it within the page. */
function fieldsOf(page: Document): { name: string; field: Field }[] {
  const seen = new Map<string, number>()
  return [...page.querySelectorAll<Field>('input, textarea, select')]
    .filter((field) => !SKIPPED_TYPES.has(field.type) && !isSecretField(field))
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

function isMultiple(field: Field): field is HTMLSelectElement {
  return field.type === 'select-multiple'
}

function valueOf(field: Field): Value {
  if (isChecked(field)) return field.checked
  return isMultiple(field) ? [...field.selectedOptions].map(({ value }) => value) : field.value
}

/** Stores the values of the page's fields, except secrets, for the next document of this tab. */
export function saveForm(page: Document, href: string, storage: Pick<Storage, 'setItem'>): void {
  const fields = fieldsOf(page).map(({ name, field }) => ({ name, value: valueOf(field) }))
  storage.setItem(FORM_SNAPSHOT_KEY, JSON.stringify({ href, fields } satisfies FormSnapshot))
}

/** Restores the values that were stored for this URL, and deletes them. Dispatches the events of typing. */
export function restoreForm(page: Document, href: string, storage: Pick<Storage, 'getItem' | 'removeItem'>): void {
  const text = storage.getItem(FORM_SNAPSHOT_KEY)
  storage.removeItem(FORM_SNAPSHOT_KEY)
  if (text === null) return
  const snapshot = JSON.parse(text) as FormSnapshot
  if (snapshot.href !== href) return
  const values = new Map(snapshot.fields.map(({ name, value }) => [name, value]))
  for (const { name, field } of fieldsOf(page)) {
    const value = values.get(name)
    if (typeof value === 'boolean' && isChecked(field)) {
      // React listens to clicks on checkboxes and radio buttons.
      if (field.checked !== value) field.click()
    } else if (Array.isArray(value) && isMultiple(field)) {
      for (const option of field.options) option.selected = value.includes(option.value)
      announce(field)
    } else if (typeof value === 'string' && !isMultiple(field) && field.value !== value) {
      write(field, value)
    }
  }
}

/** Sets a value with the element's native setter: React overrides it on its fields to detect a visitor's input. */
function write(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  announce(field)
}

/** Dispatches the events that a visitor's input would dispatch. */
function announce(field: Field): void {
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The tokens of `autocomplete` that name secrets: passwords, one-time codes and cards (HTML, 4.10.18.7). */
const SECRET_AUTOCOMPLETE = /^(?:(?:current|new)-password|one-time-code|cc-.+)$/

/**
 * True for a field with a secret, which is never stored: a password by its type, or a password, a one-time code or card
 * data by its `autocomplete`. Pure.
 */
export function isSecretField({ type, autocomplete }: { type: string; autocomplete: string }): boolean {
  return type === 'password' || autocomplete.split(/\s+/).some((token) => SECRET_AUTOCOMPLETE.test(token.toLowerCase()))
}
