import * as v from 'valibot'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { isCut } from '#fairlead/errors/validate.ts'
import type { FieldDefinition } from '#fairlead/forms/field-schemas.ts'
import { isSecretName } from '#fairlead/navigation/loading/form-snapshot.ts'

/** Declares a field of a form's schema secret: its value is never stored. */
export function secret<const Schema extends v.GenericSchema>(
  schema: Schema,
): v.SchemaWithPipe<readonly [Schema, v.MetadataAction<v.InferOutput<Schema>, { readonly secret: true }>]> {
  return v.pipe(schema, v.metadata({ secret: true }))
}

/** Valibot's messages that quote a count and not the value. */
const COUNTS = /^Invalid (?:bytes|code points|entries|graphemes|length|size|words): /

/** True for a message that may contain a value, or a value that a schema has transformed. */
function mayQuote(text: string, values: readonly string[]): boolean {
  const isOfValibot = /received (?!undefined$|null$)/i.test(text) && !COUNTS.test(text)
  return isCut(text) || isOfValibot || values.some((value) => text.includes(value))
}

/** Replaces messages that may contain a secret, because valibot's messages quote the input. */
export function withoutSecrets(
  error: PublicError,
  texts: ReadonlyMap<string, readonly string[]>,
  fields: ReadonlyMap<string, FieldDefinition>,
): PublicError {
  const { code, status, message } = error
  if (!error.fields) return error
  const hideSecret = ([path, text]: [string, string]): [string, string] => {
    // The path of a message about an item of a list is the field and the item's number.
    const names = [path, ...[...texts.keys()].filter((name) => path.startsWith(`${name}.`))]
    const isHidden = names.some((name) => fields.get(name)?.isSecret === true || isSecretName(name))
    const typed = names.flatMap((name) => texts.get(name) ?? []).filter((value) => value !== '')
    return [path, isHidden && mayQuote(text, typed) ? message : text]
  }
  return new PublicError(code, status, message, Object.fromEntries(Object.entries(error.fields).map(hideSecret)))
}
