import * as v from 'valibot'
import type { Members } from '#fairlead/forms/field-schemas.ts'

const TEXTS = ['example', 'a@example.org', 'https://example.org/', '2026-01-31', '2026-01-31T12:00', '7', 'example/a']

const UUID = '1f1c9b9e-2a2b-4c3d-8e4f-5a6b7c8d9e0f'

/** Returns values that a schema may take, the likely ones first. */
function candidatesOf(schema: v.GenericSchema): unknown[] {
  const { type, entries = {}, options = [], wrapped, item, literal, pipe } = schema as unknown as Members
  const limits = (pipe ?? [])
    .map((action) => (action as Partial<Members>).requirement)
    .filter((each) => typeof each === 'number')
  if (wrapped) return [undefined, null, ...candidatesOf(wrapped)]
  if (item) return [[exampleOf(item)], []]
  switch (type) {
    case 'string':
      return [...TEXTS, UUID, ...limits.map((length) => 'a'.repeat(Math.min(length, 10_000)))]
    case 'number':
      return [1, ...limits]
    case 'boolean':
      return [true, false]
    case 'date':
      return [new Date('2026-01-31T12:00:00Z')]
    case 'file':
      return [new File(['example'], 'example.txt', { type: 'text/plain' })]
    case 'literal':
      return [literal]
    case 'picklist':
    case 'enum':
      return [...options]
    case 'union':
    case 'variant':
      return options.map((option) => exampleOf(option as v.GenericSchema))
    default:
      return [Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, exampleOf(entry)]))]
  }
}

/**
 * Returns an input that a valibot schema accepts: one of its `v.examples`, or else the smallest that is found. Returns
 * `undefined` if none is, as for a text that has to match an expression.
 */
export function exampleOf(schema: v.GenericSchema): unknown {
  return [...v.getExamples(schema), ...candidatesOf(schema)].find((value) => v.safeParse(schema, value).success)
}
