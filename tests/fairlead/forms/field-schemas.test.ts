import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { describeFields, type FieldAttributes, sizeIssues } from '#fairlead/forms/field-schemas.ts'

const fieldOf = (schema: v.GenericSchema) => describeFields(v.object({ field: schema })).get('field')

describe('the attributes of an input', () => {
  it.each<[string, v.GenericSchema, FieldAttributes]>([
    ['any text', v.string(), {}],
    [
      'a text with limits',
      v.pipe(v.string(), v.minLength(2), v.maxLength(80)),
      { required: true, minLength: 2, maxLength: 80 },
    ],
    ['a text that is optional', v.optional(v.pipe(v.string(), v.maxLength(80))), { maxLength: 80 }],
    [
      'a default that is not allowed',
      v.pipe(v.optional(v.string(), ''), v.minLength(1)),
      { required: true, minLength: 1 },
    ],
    [
      'a number',
      v.pipe(v.string(), v.nonEmpty(), v.transform(Number), v.number(), v.minValue(-2), v.maxValue(12)),
      { required: true, min: -2, max: 12 },
    ],
    ['a box that may be ticked', v.optional(v.literal('yes')), {}],
    ['one of some', v.picklist(['a', 'b']), { required: true }],
    [
      'an image',
      v.pipe(v.instance(File), v.mimeType(['image/png', 'image/jpeg'])),
      { required: true, accept: 'image/png,image/jpeg' },
    ],
    ['files, at most three', v.optional(v.pipe(v.array(v.file()), v.maxLength(3))), { multiple: true }],
  ])('of %s', (_, schema, attributes) => expect(fieldOf(schema)?.attributes).toEqual(attributes))

  it.each<[v.GenericSchema, boolean]>([
    [v.instance(File), true],
    [v.optional(v.pipe(v.file(), v.maxSize(1))), true],
    [v.array(v.blob()), true],
    [v.string(), false],
    [v.instance(Date), false],
  ])('are of a file input where the schema takes files: %#', (schema, is) => expect(fieldOf(schema)?.isFile).toBe(is))
})

it('only sizes are checked before a form is sent', () => {
  const schema = v.object({
    port: v.pipe(v.string(), v.maxLength(3, 'long')),
    metres: v.pipe(v.string(), v.regex(/^\d+$/, 'number')),
    chart: v.optional(v.pipe(v.file(), v.maxSize(2, 'large'))),
  })
  const chart = new File(['abc'], 'a.svg')
  const messages = (fields: object) => sizeIssues(schema, fields).map(({ message }) => message)
  expect(messages({ port: 'Brest', metres: 'x', chart })).toEqual(['long', 'large'])
  expect(messages({ port: 'A', metres: 'x' })).toEqual([])
  expect(messages({})).toEqual([])
})
