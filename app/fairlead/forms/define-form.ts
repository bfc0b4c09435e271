import type * as v from 'valibot'
import { describeFields, type FieldDefinition } from '#fairlead/forms/field-schemas.ts'

export type FormFunction<Result> = {
  (options: { data: FormData; signal?: AbortSignal; fetch?: typeof fetch }): Promise<Result>
  url: string
}

type KeysOf<Values> = Values extends unknown ? keyof Values & string : never

/** Names of the fields of a schema, including the fields of its unions. */
export type FieldName<Schema extends v.GenericSchema> = KeysOf<v.InferInput<Schema>>

export type FormDefinition<Schema extends v.GenericSchema, Result> = {
  readonly name: string
  readonly schema: Schema
  readonly submit: FormFunction<Result | Response>
  readonly fields: ReadonlyMap<string, FieldDefinition>
}

/**
 * Defines a form, in the file of its server function. The schema is part of the browser's bundle.
 *
 * @param form `name` is unique among the forms of a page; the handler of `submit` is made by `handleForm`, and for more
 *   than 1 MB the function needs `setBodyLimit`
 */
export function defineForm<Schema extends v.GenericSchema, Result extends object>(
  form: Omit<FormDefinition<Schema, Result>, 'fields'>,
): FormDefinition<Schema, Result> {
  return { ...form, fields: describeFields(form.schema) }
}

/** Anything but a form becomes an empty one, which its schema rejects. */
export function asFormData(input: FormData): FormData {
  return input instanceof FormData ? input : new FormData()
}
