import { expect, it } from 'vitest'
import { createSlotMemory } from '#app/navigation/slots/slot.tsx'

const page = (id: string) => ({ route: '/mail/$id', params: { id }, search: {} })

it('the memory of slots is bounded', () => {
  const memory = createSlotMemory(2)
  for (const entry of ['a', 'b', 'c']) memory.set('mail', entry, page(entry))
  expect(['a', 'b', 'c'].map((entry) => memory.has('mail', entry))).toEqual([false, true, true])
  expect(memory.get('mail', 'c')).toEqual(page('c'))
  expect(memory.has('chat', 'c')).toBe(false)
})
