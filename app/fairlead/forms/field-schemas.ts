import * as v from 'valibot'
import { isSecretName } from '#fairlead/navigation/loading/form-snapshot.ts'

/** The members of valibot's schemas and actions. */
export type Members = {
  readonly type: string
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly options?: readonly unknown[]
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  /** The first item is the schema itself. */
  readonly pipe?: readonly [v.GenericSchema, ...v.GenericPipeItem[]]
  readonly class?: unknown
  readonly literal?: unknown
  readonly requirement?: unknown
}

const membersOf = (schema: object): Members => schema as Members

/** Returns the fields of a form's schema, including the fields of its unions. */
function fieldSchemas(schema: v.GenericSchema): [name: string, schema: v.GenericSchema][] {
  const { entries = {}, options = [] } = membersOf(schema)
  // The options of a picklist are values, not schemas.
  const schemas = options.filter((option) => typeof option === 'object') as v.GenericSchema[]
  return [...Object.entries(entries), ...schemas.flatMap(fieldSchemas)]
}

export type FieldAttributes = {
  required?: boolean
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  accept?: string
  multiple?: boolean
}

export type FieldDefinition = {
  readonly attributes: FieldAttributes
  readonly isFile: boolean
  readonly isList: boolean
  /** True if the schema declares the field secret, or its name is usual for a secret. */
  readonly isSecret: boolean
}

/** Returns a field's schema after those inside it: the wrapped one, the one of its items, the first of its pipe. */
function schemasOf(schema: v.GenericSchema): v.GenericSchema[] {
  const { wrapped, item, pipe } = membersOf(schema)
  const inner = [wrapped, item, pipe?.[0]].filter((each) => each !== undefined)
  return [...inner.flatMap(schemasOf), schema]
}

const isValid = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success

/**
 * Returns the fields of a form by name, including the fields of the schema's unions. An input is required if its schema
 * accepts neither an empty text nor `undefined`.
 */
export function describeFields(form: v.GenericSchema): Map<string, FieldDefinition> {
  const fields = new Map<string, FieldDefinition>()
  for (const [name, schema] of fieldSchemas(form)) {
    const schemas = schemasOf(schema)
    const before = fields.get(name)
    const isList = before?.isList === true || schemas.some(({ type }) => type === 'array')
    const isFile = schemas.some((part) => ['file', 'blob'].includes(part.type) || membersOf(part).class === File)
    const isDeclared = schemas.some((part) => v.getMetadata(part).secret === true)
    const isSecret = before?.isSecret === true || isDeclared || isSecretName(name)
    fields.set(name, { attributes: attributesOf(schema, isList, isFile), isFile, isList, isSecret })
  }
  return fields
}

function attributesOf(schema: v.GenericSchema, isList: boolean, isFile: boolean): FieldAttributes {
  const actions = schemasOf(schema).flatMap((part) => membersOf(part).pipe?.slice(1) ?? [])
  // If a schema has an action twice, the last one counts.
  const requirements = new Map(actions.map((action) => [action.type, membersOf(action).requirement]))
  const number = (type: string): number | undefined => {
    const requirement = requirements.get(type)
    return typeof requirement === 'number' ? requirement : undefined
  }
  const types = requirements.get('mime_type')
  const attributes = {
    required: (!isValid(schema, '') && !isValid(schema, undefined)) || undefined,
    // For a list these limits count its values.
    minLength: isList ? undefined : number('min_length'),
    maxLength: isList ? undefined : number('max_length'),
    min: number('min_value'),
    max: number('max_value'),
    accept: Array.isArray(types) ? types.join(',') : undefined,
    multiple: (isList && isFile) || undefined,
  }
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
}

const SIZE_ISSUES = new Set(['max_length', 'max_bytes', 'max_size', 'max_graphemes', 'max_words'])

/** Returns the issues of fields that are too large, which are known before the form is sent. Pure. */
export function sizeIssues(schema: v.GenericSchema, fields: unknown): v.BaseIssue<unknown>[] {
  return (v.safeParse(schema, fields).issues ?? []).filter(({ type }) => SIZE_ISSUES.has(type))
}
