import { describe, expect, it } from 'vitest'
import { parseBuildId, watchVersionSkew } from '#fairlead/navigation/loading/version-skew.ts'
import { deniedStorage, memoryStorage } from '#tests/fairlead/navigation/memory-storage.ts'

function tab() {
  const storage = memoryStorage()
  return { items: storage.items, newDocument: (own: string) => watchVersionSkew(own, storage) }
}
const from = (build?: string) => new Response(null, { headers: build === undefined ? {} : { 'x-build': build } })

describe('a tab', () => {
  it('that hears of no other build stays', () => {
    const watch = tab().newDocument('a')
    watch.observe(from('a'))
    watch.observe(from())
    watch.observe(from(''))
    expect(watch.takeNewBuild()).toBeUndefined()
  })

  it('fetches one document for a new build', () => {
    const watch = tab().newDocument('a')
    watch.observe(from('b'))
    watch.observe(from('b'))
    expect(watch.takeNewBuild()).toBe('b')
    watch.observe(from('b'))
    expect(watch.takeNewBuild()).toBeUndefined()
  })

  it('between servers of two builds goes to each once at most', () => {
    const { newDocument } = tab()
    const documents: string[] = []
    let own = 'a'
    for (let turn = 0; turn < 10; turn++) {
      const watch = newDocument(own)
      const other = own === 'a' ? 'b' : 'a'
      watch.observe(from(other))
      if (watch.takeNewBuild() === undefined) continue
      documents.push(other)
      own = other
    }
    expect(documents).toEqual(['b'])
  })

  it('whose document came from the old server all the same asks no second time', () => {
    const { newDocument } = tab()
    const first = newDocument('a')
    first.observe(from('b'))
    first.takeNewBuild()
    const again = newDocument('a')
    again.observe(from('b'))
    expect(again.takeNewBuild()).toBeUndefined()
  })

  it('follows one deployment after the other', () => {
    const { newDocument, items } = tab()
    for (let build = 0; build < 50; build++) {
      const watch = newDocument(`build-${build}`)
      watch.observe(from(`build-${build + 1}`))
      expect(watch.takeNewBuild()).toBe(`build-${build + 1}`)
    }
    expect([...items.values()].join(' ').split(' ')).toHaveLength(20)
  })

  it('without storage asks for no document', () => {
    const watch = watchVersionSkew('a', deniedStorage)
    watch.observe(from('b'))
    expect(watch.takeNewBuild()).toBeUndefined()
  })
})

it.each([
  ['https://example.org/_build/index-RRtRbLiK.js', 'RRtRbLiK'],
  ['/_build/index-a-b_C-9x.js', 'a-b_C-9x'],
  ['/_build/@fs/app/client.tsx', undefined],
  ['/_build/index-short.js', undefined],
  ['', undefined],
])('the build of %s is %s', (script, build) => {
  expect(parseBuildId(script)).toBe(build)
})
