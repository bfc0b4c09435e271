import { type Field, FIELDS, isSame, type Value, valueOf, write } from '#fairlead/navigation/loading/early-input.ts'

/** The `sessionStorage` key of the snapshot, which survives a reload. */
const FORM_SNAPSHOT_KEY = 'fairlead:typed'

/** Types of fields that are not stored: files cannot be stored, and buttons have no input. */
const SKIPPED_TYPES = new Set(['hidden', 'file', 'submit', 'button', 'image', 'reset'])

interface FormSnapshot {
  readonly href: string
  readonly fields: readonly { readonly name: string; readonly value: Value }[]
}

/** Returns the page's fields in order, each with a name that identifies it and its type on the page. */
function fieldsOfPage(): Map<string, Field> {
  const fields = new Map<string, Field>()
  const counts = new Map<string, number>()
  for (const field of document.querySelectorAll<Field>(FIELDS)) {
    if (SKIPPED_TYPES.has(field.type) || isSecretField(field)) continue
    const name = `${field.name || field.id}/${field.type}`
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    fields.set(`${name}/${count}`, field)
  }
  return fields
}

/** Stores the values of the page's fields, except secrets, for the next document of this tab. */
export function saveForm(): void {
  const fields = Array.from(fieldsOfPage(), ([name, field]) => ({ name, value: valueOf(field) }))
  try {
    sessionStorage.setItem(FORM_SNAPSHOT_KEY, JSON.stringify({ href: location.href, fields } satisfies FormSnapshot))
  } catch {
    // Storage is denied or full, so the reload has no snapshot.
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
      if (field && !isSame(valueOf(field), value)) write(field, value)
    }
  } catch {
    // Storage is denied, so nothing was saved.
  }
}

/** Lower-case names of secret fields, like the ones that frameworks filter from logs. */
const SECRET_NAME =
  /passw|passphrase|passcode|passwort|kennwort|secret|(?:^|[^a-z])(?:pwd|pin|otp|totp|tan|cvc|cvv|csc)(?:[^a-z]|$)|one-?time-?code|(?:^|[^a-z])cc-|(?:card|cc)[^a-z]?(?:number|num|no|code)(?:[^a-z]|$)/

const NAME_LENGTH = 200

/** True for the name of a secret field. Pure. */
export function isSecretName(name: string): boolean {
  const words = name.slice(0, NAME_LENGTH).replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
  return SECRET_NAME.test(words.toLowerCase())
}

/** The tokens of `autocomplete` for secrets: passwords, one-time codes and cards (HTML, 4.10.18.7). */
const SECRET_AUTOCOMPLETE = /^(?:(?:current|new)-password|one-time-code|cc-.+)$/

/** The attribute of an input that its form's schema declares secret. */
export const SECRET_ATTRIBUTE = 'data-secret'

type Described = { name: string; type: string; autocomplete: string; hasAttribute: (name: string) => boolean }

/**
 * True for a field that is never stored, because of its name, type or `autocomplete`, or because its schema declares it
 * secret. Pure.
 */
export function isSecretField(field: Described): boolean {
  return (
    field.type === 'password' ||
    field.autocomplete.split(/\s+/).some((token) => SECRET_AUTOCOMPLETE.test(token.toLowerCase())) ||
    isSecretName(field.name) ||
    field.hasAttribute(SECRET_ATTRIBUTE)
  )
}
