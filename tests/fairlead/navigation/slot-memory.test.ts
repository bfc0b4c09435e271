import { expect, it } from 'vitest'
import { rememberPage, type SlotPage } from '#fairlead/navigation/slots/slot.tsx'

const page = (id: string) => ({ route: '/mail/$id', params: { id }, search: {} })

it('the memory of slots is bounded', () => {
  const memory = new Map<string, SlotPage | undefined>()
  for (const entry of ['a', 'b', 'c']) rememberPage(memory, `mail ${entry}`, page(entry), 2)
  expect([...memory]).toEqual([
    ['mail b', page('b')],
    ['mail c', page('c')],
  ])
})
