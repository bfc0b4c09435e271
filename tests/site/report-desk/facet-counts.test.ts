import { describe, expect, it } from 'vitest'
import { countFacets } from '#app/error-reports/store/insert-envelopes.server.ts'

describe('facet counts', () => {
  const report = {
    fingerprint: 'f',
    received_at: 86_400_000 * 3 + 5,
    tab: 't',
    route: '/a',
    release: null,
    browser: 'B',
  }

  it('are of reports by day, tab, route, release and browser', () => {
    expect(countFacets([report, { ...report, tab: 'u' }])).toEqual([
      { fingerprint: 'f', name: 'browser', value: 'B', count: 2 },
      { fingerprint: 'f', name: 'day', value: '3', count: 2 },
      { fingerprint: 'f', name: 'route', value: '/a', count: 2 },
      { fingerprint: 'f', name: 'tab', value: 't', count: 1 },
      { fingerprint: 'f', name: 'tab', value: 'u', count: 1 },
    ])
  })
})
