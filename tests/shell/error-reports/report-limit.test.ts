import { describe, expect, it } from 'vitest'
import { createReportLimit } from '#app/error-reports/capture-exception.server.ts'

function limit(fingerprints = 10) {
  let made = 0
  const run = createReportLimit<number>({ perMinute: 2, fingerprints })
  return (fingerprint: string, now: number) => run(fingerprint, now, () => ++made)
}

describe('reports of one failure', () => {
  it('are created up to the limit; the last one stands for the rest', () => {
    const take = limit()
    expect([0, 1, 2, 59_999].map((now) => take('a', now))).toEqual([
      { type: 'made', report: 1 },
      { type: 'made', report: 2 },
      { type: 'dropped', report: 2 },
      { type: 'dropped', report: 2 },
    ])
  })

  it('are created again after a minute, and when the clock was set back', () => {
    const take = limit()
    for (const now of [0, 1, 2]) take('a', now)
    expect(take('a', 60_000)).toEqual({ type: 'made', report: 3 })
    for (const now of [60_001, 60_002]) take('a', now)
    expect(take('a', 5)).toEqual({ type: 'made', report: 5 })
  })

  it('do not count against another', () => {
    const take = limit()
    for (const now of [0, 1, 2]) take('a', now)
    expect(take('b', 3).type).toBe('made')
  })

  it('are evicted when there are too many others, least recent first', () => {
    const take = limit(2)
    for (const fingerprint of ['a', 'b', 'a', 'c']) take(fingerprint, 0)
    expect(take('a', 1).type).toBe('dropped')
    for (let count = 0; count < 2; count++) expect(take('b', 1).type).toBe('made')
  })
})
