import { describe, expect, it } from 'vitest'
import { createSnapshots, SNAPSHOTS } from '#fairlead/navigation/snapshots.ts'
import { deniedStorage, memoryStorage } from '#tests/fairlead/navigation/memory-storage.ts'

describe('a snapshot', () => {
  it('belongs to its entry, its key and its build', () => {
    const storage = memoryStorage()
    const snapshots = createSnapshots(storage, 'one')
    snapshots.write('a', 'note', { text: 'x' })
    expect(snapshots.read('a', 'note')).toEqual({ text: 'x' })
    expect([snapshots.read('b', 'note'), snapshots.read('a', 'other')]).toEqual([undefined, undefined])
    expect(createSnapshots(storage, 'two').read('a', 'note')).toBeUndefined()
  })

  it.each([
    ['the same version', 1, 1, true],
    ['the same version as a text', 'b', 'b', true],
    ['another version', 1, 2, false],
    ['a version as a text', 1, '1', false],
    ['no version any more', 1, undefined, false],
    ['a version now', undefined, 1, false],
  ])('of another build is read by its version: %s', (_, wrote, reads, isRead) => {
    const storage = memoryStorage()
    createSnapshots(storage, 'one').write('a', 'note', 'x', wrote)
    expect(createSnapshots(storage, 'two').read('a', 'note', reads)).toBe(isRead ? 'x' : undefined)
  })

  it('that is too large is not stored, and replaces an older one', () => {
    const snapshots = createSnapshots(memoryStorage(), 'one')
    snapshots.write('a', 'note', 'x')
    snapshots.write('a', 'note', 'x'.repeat(SNAPSHOTS.characters))
    expect(snapshots.read('a', 'note')).toBeUndefined()
  })

  it('gives way to newer ones', () => {
    const storage = memoryStorage()
    const snapshots = createSnapshots(storage, 'one')
    for (let entry = 0; entry <= SNAPSHOTS.count; entry += 1) snapshots.write(String(entry), 'note', entry)
    expect([snapshots.read('0', 'note'), snapshots.read('1', 'note')]).toEqual([undefined, 1])
    expect(storage.items.size).toBe(SNAPSHOTS.count + 1)
  })

  it('is not read where the storage is denied, full or has something else', () => {
    for (const storage of [deniedStorage, memoryStorage(20)]) {
      const snapshots = createSnapshots(storage, 'one')
      snapshots.write('a', 'note', 'a longer text')
      expect(snapshots.read('a', 'note')).toBeUndefined()
    }
    const odd = memoryStorage()
    odd.items.set('fairlead:snapshot:a:note', '{')
    expect(createSnapshots(odd, 'one').read('a', 'note')).toBeUndefined()
  })
})
