import { expect, it, vi } from 'vitest'
import { remember } from '#fairlead/platform/remember.server.ts'

it('remember creates a value once, also for a module that is evaluated again', async () => {
  const create = vi.fn(() => ({ current: 1 }))
  const first = remember('of a test', create)
  vi.resetModules()
  const again = await import('#fairlead/platform/remember.server.ts')
  expect(again.remember).not.toBe(remember)
  expect(again.remember('of a test', create)).toBe(first)
  expect(create).toHaveBeenCalledOnce()
})

it('remember keeps undefined', () => {
  const create = vi.fn(() => undefined)
  remember('undefined', create)
  expect(remember('undefined', create)).toBeUndefined()
  expect(create).toHaveBeenCalledOnce()
})
