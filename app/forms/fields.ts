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
  /** The page was older than the server: nobody read the form. Said once. */
  readonly gone?: boolean
  /** What its function answered, if it led nowhere else. Said once. */
  readonly result?: object
}

/** What remains of a draft once its page has been shown: a reload has nothing new to tell. Pure. */
export function afterTold({ form, values, messages, files }: Draft): Draft {
  return { form, values, messages, files }
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

/**
 * Where a form is posted: the address of its function, with its name, which is what is left to know it by when the
 * function is gone.
 */
export function formAction(url: string, name: string): string {
  return `${url}?form=${name}`
}

/** The path of this site that an address is, with its query; `undefined` for any other. */
function ownPath(address: unknown): string | undefined {
  const base = 'http://localhost'
  if (typeof address !== 'string' || address.length > 2_000 || !URL.canParse(address, base)) return undefined
  const { origin, pathname, search } = new URL(address, base)
  const isOwn = origin === base && address.startsWith('/') && !pathname.startsWith('//')
  return isOwn ? pathname + search : undefined
}

/**
 * Where a form came from, when that is a path of this site; otherwise the first page.
 *
 * @param page path and query of the page that posted it, where the request names one
 */
export function backFrom(data: FormData, page?: string): string {
  return ownPath(data.get(BACK)) ?? ownPath(page) ?? '/'
}
