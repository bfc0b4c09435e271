import * as v from 'valibot'

/** Declares a field of a form's schema secret: its value is never stored. */
export function secret<const Schema extends v.GenericSchema>(
  schema: Schema,
): v.SchemaWithPipe<readonly [Schema, v.MetadataAction<v.InferOutput<Schema>, { readonly secret: true }>]> {
  return v.pipe(schema, v.metadata({ secret: true }))
}

/** The members of a schema that may contain other schemas. */
type Parts = {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly options?: readonly v.GenericSchema[]
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  /** The first item is the schema itself. */
  readonly pipe?: readonly [v.GenericSchema, ...unknown[]]
}

function isSecret(schema: v.GenericSchema): boolean {
  const { wrapped, item, pipe } = schema as Parts
  if (v.getMetadata(schema).secret === true) return true
  return [wrapped, item, pipe?.[0]].some((part) => part !== undefined && isSecret(part))
}

/** Returns the names of the fields that a form's schema declares by `secret`, also those of its unions. */
export function secretFields(schema: v.GenericSchema): Set<string> {
  const { entries = {}, options = [] } = schema as Parts
  const own = Object.entries(entries).flatMap(([name, entry]) => (isSecret(entry) ? [name] : []))
  // The options of a picklist are values, not schemas.
  const parts = options.filter((option) => typeof option === 'object')
  return new Set([...own, ...parts.flatMap((option) => [...secretFields(option)])])
}
