import * as v from 'valibot'

/** Declares a field of a form's schema to be secret: what was typed into it is never kept. */
export function secret<const Schema extends v.GenericSchema>(
  schema: Schema,
): v.SchemaWithPipe<readonly [Schema, v.MetadataAction<v.InferOutput<Schema>, { readonly secret: true }>]> {
  return v.pipe(schema, v.metadata({ secret: true }))
}

/** The parts of a schema that are looked into, whatever it is made of. */
type Parts = {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly options?: readonly v.GenericSchema[]
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  /** The schema itself comes first. */
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
  // Those of a picklist are values.
  const parts = options.filter((option) => typeof option === 'object')
  return new Set([...own, ...parts.flatMap((option) => [...secretFields(option)])])
}
