import { ownUrl } from '#fairlead/platform/http/check-origin.ts'
import type { FieldMessages } from '#fairlead/errors/public-error.ts'
import { normalizeLineBreaks } from '#fairlead/errors/validate.ts'
import type { FieldDefinition } from '#fairlead/forms/field-schemas.ts'
import { isSecretName } from '#fairlead/navigation/loading/form-snapshot.ts'

export const DRAFT_COOKIE = 'draft'

/** The typed values by field: a list where several were sent. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>

/** A form that is shown again, once: its values and messages. The empty name stands for the form as a whole. */
export type Draft = {
  readonly form: string
  /** Path of its page, without the query. It is shown on no other page. */
  readonly path: string
  readonly values: FormValues
  readonly messages: FieldMessages
  /** Set if files were chosen: they are not stored, and have to be chosen again. */
  readonly files: boolean
  /** Set if the page was older than the server, so no function handled the form. */
  readonly stale?: boolean
  /** Set if the body was larger than the form's limit. */
  readonly tooLarge?: boolean
  /** The result of its function, if that did not redirect. */
  readonly result?: object
}

/** The hidden fields: path and query of the form's page, and the name of the form. */
export const HIDDEN_FIELDS = { returnTo: '_back', name: '_form' } as const

/** True for a chosen file. An empty file field is sent as an empty file without a name. */
function isChosen(value: FormDataEntryValue): value is File {
  return typeof value !== 'string' && (value.name !== '' || value.size > 0)
}

/**
 * Groups the values of a form by field, in one pass: a visitor may send any number of fields. Leaves internal fields out.
 * Line breaks in texts are LF.
 */
function valuesByName(data: FormData): [name: string, values: FormDataEntryValue[]][] {
  const fields = [...data].filter(([name]) => !name.startsWith('_'))
  const normalize = (value: FormDataEntryValue) => (typeof value === 'string' ? normalizeLineBreaks(value) : value)
  return [...Map.groupBy(fields, ([name]) => name)].map(([name, all]) => [
    name,
    all.map(([, value]) => normalize(value)),
  ])
}

/**
 * Repeated names become lists, and so does one value where the schema is a list; files that were not chosen are left out.
 */
export function readFields(data: FormData, schema: ReadonlyMap<string, FieldDefinition>): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>
  for (const [name, all] of valuesByName(data)) {
    const values = all.filter((value) => typeof value === 'string' || isChosen(value))
    if (values.length > 0) fields[name] = values.length === 1 && !schema.get(name)?.isList ? values[0] : values
  }
  return fields
}

export function readTexts(data: FormData): { texts: Map<string, string[]>; hasFiles: boolean } {
  const texts = new Map<string, string[]>()
  let hasFiles = false
  for (const [name, all] of valuesByName(data)) {
    const typed = all.filter((value) => typeof value === 'string')
    if (typed.length > 0) texts.set(name, typed)
    hasFiles ||= all.some(isChosen)
  }
  return { texts, hasFiles }
}

/** Leaves out files, internal fields, and the fields that `isStored` rejects, see `storedFields`. */
export function createDraft(
  form: string,
  returnTo: string,
  data: FormData,
  messages: FieldMessages,
  isStored: (name: string) => boolean,
): Draft {
  const { texts, hasFiles } = readTexts(data)
  const stored = [...texts].filter(([name]) => isStored(name))
  const values = Object.fromEntries(stored.map(([name, all]) => [name, all.length > 1 ? all : (all[0] ?? '')]))
  return { form, path: pathnameOf(returnTo), values, messages, files: hasFiles }
}

type FirstValue = string | number | bigint | boolean | null | undefined

/** The first values of fields, by name: a list for several choices. */
export type FirstValues<Name extends string = string> = {
  readonly [Key in Name]?: FirstValue | readonly (string | number)[]
}

/** The first texts of fields, by name. A field without them begins with the default of its element. */
export type FirstTexts = Readonly<Record<string, readonly string[]>>

/** Returns the first texts of fields. A draft replaces the given values, except in secret fields. Pure. */
export function firstTexts(
  fields: ReadonlyMap<string, FieldDefinition>,
  values: FirstValues,
  draft: Draft | undefined,
): FirstTexts {
  const typed = draft && Object.keys(draft.values).length > 0 ? draft.values : undefined
  const texts: [name: string, texts: readonly string[]][] = []
  for (const [name, { isFile, isSecret }] of fields) {
    const value = typed && !isSecret ? (typed[name] ?? []) : values[name]
    if (!isFile && value !== undefined && value !== null) texts.push([name, [value].flat().map(String)])
  }
  return Object.fromEntries(texts)
}

/** Query parameters of a form's action: the form's name, and the fields that are stored in drafts. */
const QUERY = { form: 'form', field: 'field' } as const

/** The action of a form names its fields, because the function may no longer exist, or its body may be unreadable. */
export function formAction(url: string, name: string, fields: readonly string[] = []): string {
  // The empty name marks a list, even of no fields.
  const listed = ['', ...fields].map((field) => [QUERY.field, field])
  return `${url}?${new URLSearchParams([[QUERY.form, name], ...listed]).toString()}`
}

/** Returns an empty name if the action is not a form's. */
export function formNameOf(action: string): string {
  return new URL(action, BASE).searchParams.get(QUERY.form) ?? ''
}

export function sentName(data: FormData): string {
  const name = data.get(HIDDEN_FIELDS.name)
  return typeof name === 'string' ? name.slice(0, 200) : ''
}

/**
 * A draft stores the fields that the form lists, or all if it has no list, but never secret ones.
 *
 * @param action URL that the form was posted to
 * @param fields the schema's fields, if they are known
 */
export function storedFields(action: string, fields?: ReadonlyMap<string, FieldDefinition>): (name: string) => boolean {
  const { searchParams } = new URL(action, BASE)
  const listed = searchParams.has(QUERY.field) ? new Set(searchParams.getAll(QUERY.field)) : undefined
  return (name) => (listed?.has(name) ?? true) && !fields?.get(name)?.isSecret && !isSecretName(name)
}

const BASE = 'http://localhost'

/** Longest URL that a draft stores of the page that a form leads back to, in characters. */
const MAX_RETURN_TO = 2_000

export function pathnameOf(href: string): string {
  return new URL(href, BASE).pathname
}

function ownPath(href: unknown): string | undefined {
  const url = ownUrl(href)
  return url && url.href.length < MAX_RETURN_TO ? url.pathname + url.search : undefined
}

/** Returns `/` if the page is not known or not of this site. `page` is the one that posted the form. */
export function getReturnTo(data: FormData, page?: string): string {
  return ownPath(data.get(HIDDEN_FIELDS.returnTo)) ?? ownPath(page) ?? '/'
}
