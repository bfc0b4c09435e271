import type { FieldMessages } from '#app/errors/expected-error.ts'

/** What a visitor typed, by field. */
export type Typed = Readonly<Record<string, string>>

/** A form that came back: what was typed, and what is to be said of it. The empty name is the form as a whole. */
export type Draft = {
  readonly form: string
  readonly values: Typed
  readonly messages: FieldMessages
  /** Whether files were chosen: they are not kept, and have to be chosen again. */
  readonly files: boolean
}

/** Where a form's result says to go next, as a path of this site; without it the visitor stays. */
export function nextOf(result: object): string | undefined {
  return 'to' in result && typeof result.to === 'string' ? result.to : undefined
}

/** The field that says where a form stands. */
export const BACK = '_back'

/** Whether a file was chosen: a file field that was left alone is sent as an empty file without a name. */
function isChosen(value: FormDataEntryValue): value is File {
  return typeof value !== 'string' && (value.name !== '' || value.size > 0)
}

/** The fields of a form as a schema reads them: repeated names become lists, and files that were not chosen are left out. */
export function readFields(data: FormData): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>
  for (const name of new Set(data.keys())) {
    if (name.startsWith('_')) continue
    const values = data.getAll(name).filter((value) => typeof value === 'string' || isChosen(value))
    if (values.length > 0) fields[name] = values.length === 1 ? values[0] : values
  }
  return fields
}

/** What of a form can be given back. */
export function draftOf(form: string, data: FormData, messages: FieldMessages): Draft {
  const entries = [...data]
  const values = entries.filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !entry[0].startsWith('_'),
  )
  return { form, values: Object.fromEntries(values), messages, files: entries.some(([, value]) => isChosen(value)) }
}

/** Where a form came from, when that is a path of this site; otherwise the first page. */
export function backFrom(data: FormData): string {
  const back = data.get(BACK)
  const base = 'http://localhost'
  if (typeof back !== 'string' || back.length > 2_000 || !URL.canParse(back, base)) return '/'
  const { origin, pathname, search } = new URL(back, base)
  return origin === base && back.startsWith('/') && !pathname.startsWith('//') ? pathname + search : '/'
}
