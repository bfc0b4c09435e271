import type { FieldMessages } from '#app/errors/public-error.ts'
import { isSecretName } from '#app/forms/secret-name.ts'

/** What a visitor typed, by field. */
export type FormValues = Readonly<Record<string, string>>

/** A form that came back: what was typed, and what is to be said of it. The empty name is the form as a whole. */
export type Draft = {
  readonly form: string
  /** The page that it stands on, without its query. It is shown on no other. */
  readonly path: string
  readonly values: FormValues
  readonly messages: FieldMessages
  /** Whether files were chosen: they are not kept, and have to be chosen again. */
  readonly files: boolean
  /** The page was older than the server: nobody read the form. Said once. */
  readonly stale?: boolean
  /** What its function answered, if it led nowhere else. Said once. */
  readonly result?: object
}

/** What remains of a draft once its page has been shown: a reload has nothing new to tell. Pure. */
export function withoutFlash({ form, path, values, messages, files }: Draft): Draft {
  return { form, path, values, messages, files }
}

/** Where a form's result says to go next, as a path of this site; without it the visitor stays. */
export function getRedirect(result: object): string | undefined {
  return 'to' in result && typeof result.to === 'string' ? result.to : undefined
}

/** The field that says where a form stands. */
export const RETURN_TO_FIELD = '_back'

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

/**
 * What of a form can be given back: not its files, not the form's own fields, and none that `isKept` refuses.
 *
 * @param isKept see `keptFields`
 */
export function createDraft(
  form: string,
  back: string,
  data: FormData,
  messages: FieldMessages,
  isKept: (name: string) => boolean,
): Draft {
  const entries = [...data]
  const values = entries.filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !entry[0].startsWith('_') && isKept(entry[0]),
  )
  const files = entries.some(([, value]) => isChosen(value))
  return { form, path: pathnameOf(back), values: Object.fromEntries(values), messages, files }
}

/** The names of a form and of the fields that come back, in the query of where it is posted. */
const QUERY = { form: 'form', keep: 'keep' } as const

/**
 * Where a form is posted: the address of its function, with its name, which is what is left to know it by when the
 * function is gone, and the names of the fields that come back.
 */
export function formAction(url: string, name: string, keeps: readonly string[] = []): string {
  // One without a name says that the list is whole.
  const fields = ['', ...keeps].map((field) => [QUERY.keep, field])
  return `${url}?${new URLSearchParams([[QUERY.form, name], ...fields]).toString()}`
}

/** The name of the form that was posted to this address. */
export function formNameOf(action: string): string {
  return new URL(action, BASE).searchParams.get(QUERY.form) ?? ''
}

/**
 * Decides by name which fields of a posted form may be kept: those that the form lists, or all if it has no list, but
 * never one that is secret.
 *
 * @param action the address that it was posted to
 * @param secrets names that its schema declares to be secret
 */
export function keptFields(action: string, secrets: ReadonlySet<string> = new Set()): (name: string) => boolean {
  const { searchParams } = new URL(action, BASE)
  const listed = searchParams.has(QUERY.keep) ? new Set(searchParams.getAll(QUERY.keep)) : undefined
  return (name) => (listed?.has(name) ?? true) && !secrets.has(name) && !isSecretName(name)
}

/** For addresses that are paths. */
const BASE = 'http://localhost'

/** The path alone of an address of this site, as drafts are found by it. */
export function pathnameOf(address: string): string {
  return new URL(address, BASE).pathname
}

/** The path of this site that an address is, with its query; `undefined` for any other. */
function ownPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || address.length > 2_000 || !URL.canParse(address, BASE)) return undefined
  const { origin, pathname, search } = new URL(address, BASE)
  const isOwn = origin === BASE && address.startsWith('/') && !pathname.startsWith('//')
  return isOwn ? pathname + search : undefined
}

/**
 * Where a form came from, when that is a path of this site; otherwise the first page.
 *
 * @param page path and query of the page that posted it, where the request names one
 */
export function getReturnTo(data: FormData, page?: string): string {
  return ownPath(data.get(RETURN_TO_FIELD)) ?? ownPath(page) ?? '/'
}
