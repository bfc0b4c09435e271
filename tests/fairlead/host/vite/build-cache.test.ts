import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { cached, pruneCache } from '#fairlead/host/vite/build-cache.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const folder = temporaryFolder()
const make = vi.fn((text: string) => Promise.resolve(Buffer.from(text)))
const read = async (inputs: string[], text: string) => String(await cached(inputs, () => make(text), folder))

it('the build cache makes an entry of the same inputs once', async () => {
  expect(await read(['a', 'b'], 'one')).toBe('one')
  expect(await read(['a', 'b'], 'two')).toBe('one')
  expect(make).toHaveBeenCalledTimes(1)
})

it.each([[['a', 'c']], [['ab']], [['ab', '']], [['a']]])(
  'the build cache makes another entry of other inputs: %j',
  async (inputs) => {
    expect(await read(inputs, inputs.join(' '))).toBe(inputs.join(' '))
  },
)

it('the build cache keeps no entry of a failure', async () => {
  const before = readdirSync(folder)
  await expect(cached(['x'], () => Promise.reject(new Error('no')), folder)).rejects.toThrow('no')
  expect(readdirSync(folder)).toEqual(before)
})

it('an entry that no build has used for two weeks is deleted', async () => {
  const day = 86_400_000
  await pruneCache(Date.now() + 13 * day, folder)
  expect(readdirSync(folder)).not.toEqual([])
  await pruneCache(Date.now() + 15 * day, folder)
  expect(readdirSync(folder)).toEqual([])
})

it('a file that is gone when it is looked at is no failure', async () => {
  symlinkSync(join(folder, 'renamed'), join(folder, 'draft'))
  await expect(pruneCache(Date.now(), folder)).resolves.toBeUndefined()
})
