import { expect, it, vi } from 'vitest'
import { memoizeAsync } from '#fairlead/platform/memoize-async.ts'

it('memoizeAsync loads when first asked, and no second time', async () => {
  const load = vi.fn(() => Promise.resolve('module'))
  const get = memoizeAsync(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([get(), get()])).toEqual(['module', 'module'])
  expect(await get()).toBe('module')
  expect(load).toHaveBeenCalledTimes(1)
})

it('memoizeAsync tries again what failed', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValueOnce('module')
  const get = memoizeAsync(load)
  await expect(get()).rejects.toThrow('offline')
  expect(await get()).toBe('module')
})
