import { describe, expect, it } from 'vitest'
import { editDistance, suggestPages } from '#app/handbook/did-you-mean.ts'

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['segments', 'segmnts', 1],
    ['kitten', 'sitting', 3],
    ['優先', '優位', 1],
  ])('between %j and %j is %d', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance)
    expect(editDistance(b, a)).toBe(distance)
  })
})

describe('suggestPages', () => {
  const entries = [
    { slug: '', title: 'Was Fairlead ist', lang: 'en' as const },
    { slug: 'run', title: 'In Betrieb nehmen', lang: 'en' as const },
    { slug: 'segments', title: 'Segmente', lang: 'en' as const },
    { slug: 'how-it-is-built', title: 'How it is built', lang: 'en' as const },
    { slug: 'decisions/001-vinxi-as-host', title: '001: vinxi as the host', lang: 'en' as const },
  ]

  it.each([
    ['segmnts', 'segments'],
    ['segmente', 'segments'],
    ['RUN', 'run'],
    ['how_is_it_built', 'how-it-is-built'],
    ['vinxi-as-host', 'decisions/001-vinxi-as-host'],
    ['../../etc/passwd', undefined],
  ])('offers for %j first %j, and three at most', (asked, slug) => {
    const nearest = suggestPages(asked, entries)
    expect(nearest).toHaveLength(3)
    if (slug !== undefined) expect(nearest[0]?.slug).toBe(slug)
  })

  it('compares only the beginning of a long slug', () => {
    const long = 'a/'.repeat(500_000)
    // Compared letter for letter with each title, it would not end within the time of a test.
    expect(suggestPages(long, entries)).toHaveLength(3)
  })
})
