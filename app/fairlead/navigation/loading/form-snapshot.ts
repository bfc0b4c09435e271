/** The `sessionStorage` key of the snapshot, which outlives a reload. */
const FORM_SNAPSHOT_KEY = 'fairlead:typed'

/** A list holds the values of a select with `multiple`. */
type Value = string | boolean | readonly string[]

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Files cannot be stored, and buttons have no input. */
const SKIPPED_TYPES = new Set(['hidden', 'file', 'submit', 'button', 'image', 'reset'])

interface FormSnapshot {
  readonly href: string
  readonly fields: readonly { readonly name: string; readonly value: Value }[]
}

/** Returns the page's fields in order, each by a name that identifies it and its type within the page. */
function fieldsOfPage(): Map<string, Field> {
  const fields = new Map<string, Field>()
  const counts = new Map<string, number>()
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
    if (SKIPPED_TYPES.has(field.type) || isSecretField(field)) continue
    const name = `${field.name || field.id}/${field.type}`
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    fields.set(`${name}/${count}`, field)
  }
  return fields
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
export function saveForm(): void {
  const fields = Array.from(fieldsOfPage(), ([name, field]) => ({ name, value: valueOf(field) }))
  try {
    sessionStorage.setItem(FORM_SNAPSHOT_KEY, JSON.stringify({ href: location.href, fields } satisfies FormSnapshot))
  } catch {
    // Storage is denied or full: the reload is without a snapshot.
  }
}

/** Restores the values that were stored for this URL, and deletes them. Dispatches the events of typing. */
export function restoreForm(): void {
  try {
    const text = sessionStorage.getItem(FORM_SNAPSHOT_KEY)
    sessionStorage.removeItem(FORM_SNAPSHOT_KEY)
    const { href, fields } = JSON.parse(text ?? '{}') as Partial<FormSnapshot>
    if (!fields || href !== location.href) return
    const page = fieldsOfPage()
    for (const { name, value } of fields) {
      const field = page.get(name)
      if (field && String(valueOf(field)) !== String(value)) write(field, value)
    }
  } catch {
    // Storage is denied, so nothing was saved.
  }
}

/** Sets a value as a visitor's input does. Radio buttons and checkboxes have a boolean. */
function write(field: Field, value: Value): void {
  // React listens to clicks on them.
  if (isChecked(field)) return field.click()
  if (isMultiple(field)) {
    for (const option of field.options) option.selected = [value].flat().includes(option.value)
  } else {
    // React overrides the setter on its fields to detect a visitor's input, so the element's native one is called.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  }
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The tokens of `autocomplete` that name secrets: passwords, one-time codes and cards (HTML, 4.10.18.7). */
const SECRET_AUTOCOMPLETE = /^(?:(?:current|new)-password|one-time-code|cc-.+)$/

/** True for a field that is never stored, because its type or its `autocomplete` says that it has a secret. Pure. */
export function isSecretField({ type, autocomplete }: { type: string; autocomplete: string }): boolean {
  return type === 'password' || autocomplete.split(/\s+/).some((token) => SECRET_AUTOCOMPLETE.test(token.toLowerCase()))
}
