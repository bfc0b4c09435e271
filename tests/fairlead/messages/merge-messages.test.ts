import { describe, expect, it } from 'vitest'
import { mergeMessages } from '#fairlead/messages/merge-messages.ts'

const defaults = { title: 'Tides', chart: { axis: 'Hours', none: 'no data' }, steps: ['One', 'Two'] }

describe('messages of a language', () => {
  it('are merged key by key with the default language, which fills the gaps', () => {
    const { messages, missing } = mergeMessages(defaults, { chart: { none: 'keine Daten' }, title: 'Gezeiten' })
    expect(messages).toEqual({
      title: 'Gezeiten',
      chart: { axis: 'Hours', none: 'keine Daten' },
      steps: ['One', 'Two'],
    })
    expect(missing).toEqual(['chart.axis', 'steps'])
  })

  it('are all of the default language without a file', () => {
    const { messages, missing } = mergeMessages(defaults, {})
    expect(messages).toEqual(defaults)
    expect(missing).toEqual(['title', 'chart.axis', 'chart.none', 'steps'])
  })

  it.each([
    ['a key', { titel: 'Gezeiten' }, ['titel']],
    ['a group', { map: { axis: 'x', more: { a: 'y' } } }, ['map.axis', 'map.more.a']],
    ['a text in place of a group', { chart: 'x' }, ['chart']],
    ['a group in place of a text', { title: { short: 'x' } }, ['title.short']],
    ['a text in place of a list', { steps: 'x' }, ['steps']],
    ['a key of every object', { constructor: 'x' }, ['constructor']],
  ])('may not have %s that the default language lacks', (_, translation, unknown) => {
    const merged = mergeMessages(defaults, translation)
    expect(merged.unknown).toEqual(unknown)
    expect(merged.messages).toEqual(defaults)
  })

  it('may be a list of another length', () => {
    expect(mergeMessages(defaults, { steps: ['Eins'] }).messages).toMatchObject({ steps: ['Eins'] })
  })
})
