import * as v from 'valibot'

/** The members of a schema or of an action of its pipe that are read here. */
type Members = {
  readonly type: string
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly options?: readonly unknown[]
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  /** The first item is the schema itself. */
  readonly pipe?: readonly [v.GenericSchema, ...v.GenericPipeItem[]]
  readonly class?: unknown
  readonly requirement?: unknown
}

const membersOf = (schema: object): Members => schema as Members

/** Returns the parts of a field's schema: the wrapped schema, the schema of its items, the first of its pipe. */
export function partsOf(schema: v.GenericSchema): v.GenericSchema[] {
  const { wrapped, item, pipe } = membersOf(schema)
  return [wrapped, item, pipe?.[0]].filter((part) => part !== undefined)
}

/** Returns the fields of a form's schema, also those of its unions. */
export function fieldSchemas(schema: v.GenericSchema): [name: string, schema: v.GenericSchema][] {
  const { entries = {}, options = [] } = membersOf(schema)
  // The options of a picklist are values, not schemas.
  const parts = options.filter((option) => typeof option === 'object') as v.GenericSchema[]
  return [...Object.entries(entries), ...parts.flatMap(fieldSchemas)]
}

/** Attributes of an input that follow from the schema of its field. */
export type FieldAttributes = {
  required?: boolean
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  accept?: string
  multiple?: boolean
}

/** Returns the validations of a field by type; of equal ones the last. */
function requirementsOf(schema: v.GenericSchema): Map<string, unknown> {
  const { pipe = [] } = membersOf(schema)
  const inner = partsOf(schema).flatMap((part) => [...requirementsOf(part)])
  const own = pipe.slice(1).map((item) => [item.type, membersOf(item).requirement] as const)
  return new Map([...inner, ...own])
}

const isValid = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success

/**
 * Returns the attributes of a field's input. It is required if its schema accepts neither an empty text nor `undefined`.
 */
export function fieldAttributes(schema: v.GenericSchema): FieldAttributes {
  const requirements = requirementsOf(schema)
  const number = (type: string): number | undefined => {
    const requirement = requirements.get(type)
    return typeof requirement === 'number' ? requirement : undefined
  }
  const isList = isListField(schema)
  const types = requirements.get('mime_type')
  const attributes = {
    required: (!isValid(schema, '') && !isValid(schema, undefined)) || undefined,
    // For a list these limits count its values.
    minLength: isList ? undefined : number('min_length'),
    maxLength: isList ? undefined : number('max_length'),
    min: number('min_value'),
    max: number('max_value'),
    accept: Array.isArray(types) ? types.join(',') : undefined,
    multiple: (isList && isFileField(schema)) || undefined,
  }
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
}

/** True for a field that takes several values. */
export function isListField(schema: v.GenericSchema): boolean {
  return schema.type === 'array' || partsOf(schema).some(isListField)
}

/** Returns the names of the fields of a form's schema that take several values. */
export function listFields(schema: v.GenericSchema): Set<string> {
  return new Set(fieldSchemas(schema).flatMap(([name, part]) => (isListField(part) ? [name] : [])))
}

/** True for a field that takes files. */
export function isFileField(schema: v.GenericSchema): boolean {
  const { type, class: instance } = membersOf(schema)
  return type === 'file' || type === 'blob' || instance === File || partsOf(schema).some(isFileField)
}

const SIZE_ISSUES = new Set(['max_length', 'max_bytes', 'max_size', 'max_graphemes', 'max_words'])

/** Returns the issues of fields that are too large, which are known before the form is sent. Pure. */
export function sizeIssues(schema: v.GenericSchema, fields: unknown): v.BaseIssue<unknown>[] {
  return (v.safeParse(schema, fields).issues ?? []).filter(({ type }) => SIZE_ISSUES.has(type))
}
