import { expect, it } from 'vitest'
import { createSlotMemory, decideSlotPage } from '#app/navigation/slots/slot-memory.ts'

const page = (id: string) => ({ route: '/mail/$id', params: { id }, search: {} })

it.each([
  ['of the URL', page('1'), { page: page('2') }, page('3'), page('1')],
  ['of the entry', undefined, { page: page('2') }, page('3'), page('2')],
  ['that is the default of the entry', undefined, { page: undefined }, page('3'), undefined],
  ['before', undefined, undefined, page('3'), page('3')],
  ['by default', undefined, undefined, undefined, undefined],
])('a slot shows the page %s', (_, matched, remembered, before, expected) => {
  expect(decideSlotPage({ matched, remembered, before })).toEqual(expected)
})

it('the memory of slots is bounded', () => {
  const memory = createSlotMemory(2)
  for (const entry of ['a', 'b', 'c']) memory.set('mail', entry, page(entry))
  expect(['a', 'b', 'c'].map((entry) => memory.has('mail', entry))).toEqual([false, true, true])
  expect(memory.get('mail', 'c')).toEqual(page('c'))
  expect(memory.has('chat', 'c')).toBe(false)
})
