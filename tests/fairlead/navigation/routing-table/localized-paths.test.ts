import { describe, expect, it } from 'vitest'
import { createLocalizedPaths, pathsByLocale } from '#fairlead/navigation/routing-table/match/localized-paths.ts'

const PATHNAMES = [
  { route: '/news/$id', paths: { de: ['/neuigkeiten/$id', '/nachrichten/$id'], ja: ['/ニュース/$id'] } },
  { route: '/about', paths: { de: ['/über-uns'] } },
]

describe('localized paths', () => {
  it('of a locale may be added later', () => {
    const { en = {}, de = {} } = pathsByLocale(['en', 'de'], PATHNAMES)
    const paths = createLocalizedPaths({ en })
    expect([paths.has('en'), paths.has('de')]).toEqual([true, false])
    expect([paths.localize('/news/5', 'de'), paths.delocalize('/neuigkeiten/5', 'de')]).toEqual([
      '/news/5',
      '/neuigkeiten/5',
    ])
    expect(paths.findRoute('/nachrichten/5')).toBeUndefined()
    paths.add('de', de)
    expect(paths.has('de')).toBe(true)
    expect([paths.localize('/news/5', 'de'), paths.delocalize('/neuigkeiten/5', 'de')]).toEqual([
      '/neuigkeiten/5',
      '/news/5',
    ])
    expect(paths.findRoute('/nachrichten/5')).toBe('/news/5')
  })
})
