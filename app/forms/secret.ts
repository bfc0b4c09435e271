import * as v from 'valibot'
import { fieldSchemas, partsOf } from '#app/forms/field-schemas.ts'

/** Declares a field of a form's schema secret: its value is never stored. */
export function secret<const Schema extends v.GenericSchema>(
  schema: Schema,
): v.SchemaWithPipe<readonly [Schema, v.MetadataAction<v.InferOutput<Schema>, { readonly secret: true }>]> {
  return v.pipe(schema, v.metadata({ secret: true }))
}

function isSecret(schema: v.GenericSchema): boolean {
  return v.getMetadata(schema).secret === true || partsOf(schema).some(isSecret)
}

/** Returns the names of the fields that a form's schema declares by `secret`, also those of its unions. */
export function secretFields(schema: v.GenericSchema): Set<string> {
  return new Set(fieldSchemas(schema).flatMap(([name, field]) => (isSecret(field) ? [name] : [])))
}

/** Lower-case names of secret fields, as frameworks filter them from logs. */
const SECRET_NAME =
  /passw|passphrase|passcode|passwort|kennwort|secret|(?:^|[^a-z])(?:pwd|pin|otp|totp|tan|cvc|cvv|csc)(?:[^a-z]|$)|one-?time-?code|(?:^|[^a-z])cc-|(?:card|cc)[^a-z]?(?:number|num|no|code)(?:[^a-z]|$)/

/** Characters of a name that are read. */
const NAME_LENGTH = 200

/** Tells secret fields by their name, for forms that do not declare them. Pure. */
export function isSecretName(name: string): boolean {
  const words = name.slice(0, NAME_LENGTH).replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
  return SECRET_NAME.test(words.toLowerCase())
}
