import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldMessages } from '#fairlead/errors/validate.ts'

const messagesFor = (schema: v.GenericSchema, input: unknown) => fieldMessages(v.safeParse(schema, input).issues ?? [])

describe('messages by field', () => {
  it('are the first of each field, and the ones of the whole form under the empty name', () => {
    const schema = v.object({
      a: v.pipe(v.string(), v.minLength(3, 'short'), v.regex(/^\d+$/, 'number')),
      b: v.string('b'),
    })
    expect(messagesFor(schema, { a: 'x', b: 1 })).toEqual({ a: 'short', b: 'b' })
    expect(Object.keys(messagesFor(schema, 'x'))).toEqual([''])
  })

  it('are at most 100, of at most 500 characters, whatever was sent', () => {
    const list = v.object({ tags: v.array(v.pipe(v.string(), v.maxLength(3))) })
    expect(Object.keys(messagesFor(list, { tags: Array.from({ length: 1_000 }, () => 'aaaa') }))).toHaveLength(100)
    const { choice = '' } = messagesFor(v.object({ choice: v.picklist(['a']) }), { choice: 'x'.repeat(10_000) })
    expect(choice).toHaveLength(501)
    expect(choice).toMatch(/^Invalid type: .*x…$/)
  })
})
