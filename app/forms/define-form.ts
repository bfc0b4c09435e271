import type * as v from 'valibot'
import {
  fieldAttributes,
  fieldSchemas,
  type FieldAttributes,
  isFileField,
  isListField,
} from '#app/forms/field-schemas.ts'
import { secretFields } from '#app/forms/secret.ts'

/** The server function of a form. */
export type FormFunction<Result> = {
  (options: { data: FormData; signal?: AbortSignal; fetch?: typeof fetch }): Promise<Result>
  url: string
}

type KeysOf<Values> = Values extends unknown ? keyof Values & string : never

/** Names of the fields of a schema, also those of its unions. */
export type FieldName<Schema extends v.GenericSchema> = KeysOf<v.InferInput<Schema>>

type FieldDefinition = {
  readonly attributes: FieldAttributes
  readonly isFile: boolean
  /** Set if it takes several values. */
  readonly isList: boolean
  /** Set if its value is shown again after a failure. */
  readonly isStored: boolean
}

/** A form: what it sends, and where to. */
export type FormDefinition<Schema extends v.GenericSchema, Result> = {
  readonly name: string
  readonly schema: Schema
  readonly submit: FormFunction<Result | Response>
  readonly fields: ReadonlyMap<string, FieldDefinition>
}

type FormOptions<Schema extends v.GenericSchema, Result> = {
  /** Unique among the forms of a page. */
  name: string
  /** The schema of its function. It is part of the browser's bundle. */
  schema: Schema
  /** The function, whose handler is made by `handleForm`. For more than 1 MB it needs `setBodyLimit`. */
  submit: FormFunction<Result | Response>
}

/** Defines a form, beside its server function. */
export function defineForm<Schema extends v.GenericSchema, Result extends object>({
  name,
  schema,
  submit,
}: FormOptions<Schema, Result>): FormDefinition<Schema, Result> {
  const secrets = secretFields(schema)
  const fields = new Map<string, FieldDefinition>()
  for (const [field, part] of fieldSchemas(schema)) {
    const isFile = isFileField(part)
    const isStored = !isFile && !secrets.has(field)
    fields.set(field, { attributes: fieldAttributes(part), isFile, isList: isListField(part), isStored })
  }
  return { name, schema, submit, fields }
}

/** The validator of a form's server function. Anything but a form becomes an empty one, which its schema rejects. */
export function asFormData(input: FormData): FormData {
  return input instanceof FormData ? input : new FormData()
}
