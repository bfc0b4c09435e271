import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { exampleOf } from '#fairlead/cli/access/example-of.ts'

describe('an input made from a schema', () => {
  it.each<[what: string, schema: v.GenericSchema, expected: unknown]>([
    ['has a text', v.object({ name: v.string() }), { name: 'example' }],
    ['has the example of the schema', v.pipe(v.string(), v.regex(/^NL-\d+$/), v.examples(['NL-7'])), 'NL-7'],
    ['is an address', v.pipe(v.string(), v.trim(), v.email()), 'a@example.org'],
    ['is as long as it has to be', v.pipe(v.string(), v.minLength(40)), 'a'.repeat(40)],
    ['is a uuid', v.pipe(v.string(), v.uuid()), '1f1c9b9e-2a2b-4c3d-8e4f-5a6b7c8d9e0f'],
    ['is within the limits of a number', v.pipe(v.number(), v.minValue(5)), 5],
    ['leaves out what may be missing', v.object({ page: v.optional(v.number()) }), {}],
    ['has one of a choice', v.picklist(['ebb', 'flood']), 'ebb'],
    ['has an item', v.array(v.object({ on: v.boolean() })), [{ on: true }]],
    ['is the first of a union', v.union([v.literal('all'), v.number()]), 'all'],
    ['is nothing where no value is known', v.pipe(v.string(), v.regex(/^NL-\d+$/)), undefined],
  ])('%s', (_, schema, expected) => expect(exampleOf(schema)).toEqual(expected))

  it('has a file', () => expect(exampleOf(v.pipe(v.file(), v.mimeType(['text/plain'])))).toBeInstanceOf(File))
})
