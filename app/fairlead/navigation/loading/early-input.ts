/** The value of a field; a list for a select with `multiple`. */
export type Value = string | boolean | readonly string[]

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const FIELDS = 'input, textarea, select'

/** Returns the value of a field, which is a boolean for radio buttons and checkboxes. */
export function valueOf(field: Field): Value {
  if (isCheckable(field)) return field.checked
  return isMultiple(field) ? Array.from(field.selectedOptions, ({ value }) => value) : field.value
}

export const isSame = (a: Value, b: Value): boolean => String(a) === String(b)

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function isMultiple(field: Field): field is HTMLSelectElement {
  return field.type === 'select-multiple'
}

/** True if the value of a field differs from the value after a reset of its form. */
function isChanged(field: Field): boolean {
  const form = document.createElement('form')
  const copy = form.appendChild(field.cloneNode(true) as Field)
  // A field may be called `reset`, so the form's method is called by its prototype.
  HTMLFormElement.prototype.reset.call(form)
  return !isSame(valueOf(copy), valueOf(field))
}

/** React's record of the last value that it has seen: without a change it does not call `onChange`. */
type Tracked = { readonly _valueTracker?: { readonly setValue: (value: string) => void } }

/** Sets a value with the events of a visitor's typing. */
export function write(field: Field, value: Value): void {
  // The radio button that is chosen instead is written.
  if (field.type === 'radio' && value === false) return
  const dispatch = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }))
  const tracked: Field & Tracked = field
  // React hydrates the part of the page that contains the target of such an event.
  if (!tracked._valueTracker) dispatch('input')
  if (isMultiple(field)) {
    for (const option of field.options) option.selected = [value].flat().includes(option.value)
  } else if (!isSame(valueOf(field), value)) {
    // React overrides the setter of its fields, so the element's native setter is called.
    const name = isCheckable(field) ? 'checked' : 'value'
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, value)
  }
  tracked._valueTracker?.setValue(`not ${String(value)}`)
  // React listens to clicks on radio buttons and checkboxes.
  if (isCheckable(field)) dispatch('click')
  dispatch('input')
  dispatch('change')
}

/**
 * Records the values that a visitor types before the page hydrates, and the values that the browser restores after
 * Back: React does not learn of them, and a controlled field loses them. Call once, in the browser, before hydration.
 *
 * @returns the function for the commit of the hydration, which writes the values once more, with their events
 */
export function recordEarlyInput(): () => void {
  const early = new Map<Field, Value>()
  const record = (field: Field): void => {
    // The latest of several radio buttons has to come last.
    early.delete(field)
    early.set(field, valueOf(field))
  }
  const recordChanged = (): void => {
    for (const field of document.querySelectorAll<Field>(FIELDS)) {
      if (!early.has(field) && isChanged(field)) record(field)
    }
  }
  const onInput = ({ target }: Event): void => {
    if (target instanceof Element && target.matches(FIELDS)) record(target as Field)
  }
  recordChanged()
  // The listener runs before React's, which hydrates the page for this event.
  addEventListener('input', onInput, true)
  return () => {
    recordChanged()
    removeEventListener('input', onInput, true)
    // React does not hydrate anything during the commit.
    queueMicrotask(() => {
      for (const [field, value] of early) if (field.isConnected) write(field, value)
    })
  }
}
