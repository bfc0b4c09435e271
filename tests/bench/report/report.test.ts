import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Comparison } from '#tests/bench/measurement.ts'
import { chartsOf } from '#tests/bench/report/chart.ts'
import { figure, summarize } from '#tests/bench/report/summary.ts'
import { longTables, provenance, shortTable } from '#tests/bench/report/tables.ts'
import { insert, PAGE, README, written } from '#tests/bench/report/write.ts'
import { readResults, type Results, withPart } from '#tests/bench/results.ts'
import { root } from '#tests/harness/project-files.ts'

const read = (file: string): string => {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

const ran = {
  measuredAt: '2026-11-21T08:00:00.000Z',
  command: 'npm run bench',
  machine: { cpu: 'A processor', cores: 2, memoryGb: 8, system: 'linux x64' },
  versions: { Fairlead: '0.1.0', 'Next.js': '16.4.6' },
}

const starts: Comparison = {
  name: 'from start to the first answer',
  unit: 'ms',
  better: 'less',
  runs: { fairlead: [300, 310, 320], next: [150, 155, 640], 'node-http': [30, 31, 32] },
}

const loads: Comparison = {
  name: '100 links, 32 connections: requests',
  unit: 'a second',
  better: 'more',
  runs: { fairlead: [1_000, 1_200], next: [250, 300] },
}

const scrolled: Comparison = {
  name: '24 links, scrolled through: requests',
  unit: 'requests',
  better: 'less',
  runs: { fairlead: [0], next: [16] },
}

const results: Results = {
  parts: { server: { ...ran, figures: [loads, starts] }, prefetch: { ...ran, figures: [scrolled] } },
}

describe('what is shown of the bench', () => {
  it.each([README, PAGE])('is in %s as latest.json has it', (file) => {
    expect(read(file)).toBe(written(readResults(), read)[file])
  })

  it('is six rows of the README, one of them of what Fairlead is behind in', () => {
    const short = summarize(readResults()).filter(({ isShort }) => isShort)
    expect(short).toHaveLength(6)
    expect(short.some(({ isBehind }) => isBehind)).toBe(true)
  })

  it('begins with what Fairlead is behind in', () => {
    expect(summarize(results).map(({ label, isBehind }) => [label, isBehind])).toEqual([
      ['from start to the first answer', true],
      ['requests: a page with 100 links', false],
      ['prefetches: 24 links scrolled through', false],
    ])
    const tables = longTables(summarize(results), [])
    expect(tables.indexOf('{#behind}')).toBeLessThan(tables.indexOf('{#ahead}'))
  })

  it('takes medians, and ratios run by run', () => {
    const [line, more, none] = summarize(results)
    expect(line?.cells.next).toEqual({ median: 155, timesAsGood: 0.5 })
    expect(more?.cells.next?.timesAsGood).toBe(4)
    // Nothing can be said in times of nothing.
    expect(none?.cells.next).toEqual({ median: 16 })
  })

  describe('where a peer has no table of redirects', () => {
    const shown = (one: Pick<Comparison, 'name' | 'unit' | 'better' | 'runs'>) =>
      summarize({ parts: { server: { ...ran, figures: [one] } } }).map(({ label, isBehind, cells }) => [
        label,
        isBehind,
        Object.keys(cells),
        cells['tanstack-start'],
      ])
    const name = '100 links, 32 connections: processor time a request'
    const runs = { next: [6, 6], 'tanstack-start': [1.5, 1.5] }

    it('has a second line without redirects where it alone is behind', () => {
      const ours = { fairlead: [1, 1], 'fairlead-no-rules': [3, 3] }
      expect(shown({ name, unit: 'ms', better: 'less', runs: { ...ours, ...runs } })).toEqual([
        [
          'processor time: a page with 100 links, no redirects',
          true,
          ['fairlead', 'tanstack-start'],
          { median: 1.5, timesAsGood: 0.5 },
        ],
        [
          'processor time: a page with 100 links',
          false,
          ['fairlead', 'next', 'tanstack-start'],
          { median: 1.5, timesAsGood: 1.5 },
        ],
      ])
    })

    it.each([
      [2, 2],
      [2, 1],
      [1, 1],
    ])('has one line otherwise: %d and %d ms', (withRules, without) => {
      const ours = { fairlead: [withRules, withRules], 'fairlead-no-rules': [without, without] }
      const lines = shown({ name, unit: 'ms', better: 'less', runs: { ...ours, ...runs } })
      expect(lines.map(([label]) => label)).toEqual(['processor time: a page with 100 links'])
    })
  })

  it('calls nothing behind for a limit alone', () => {
    const { runs } = starts
    const limit = { ...starts, runs: { fairlead: runs.fairlead ?? [], 'node-http': runs['node-http'] ?? [] } }
    expect(summarize({ parts: { server: { ...ran, figures: [limit] } } })[0]?.isBehind).toBe(false)
  })

  it('is a table with a column for each peer that was measured, and one for the limit in the long table', () => {
    const short = summarize(results).map((line) => ({ ...line, isShort: true as const }))
    expect(shortTable(short).split('\n').slice(0, 4)).toEqual([
      '| what                                      | Fairlead | Next.js  |',
      '| ----------------------------------------- | -------- | -------- |',
      '| requests: a page with 100 links, a second | 1\u00a0100    | 275\u00a0×4   |',
      '| prefetches: 24 links scrolled through     | 0        | 16       |',
    ])
    expect(longTables(short, [])).toContain('| 155\u00a0×0.5 | 31\u00a0×0.1 |')
  })

  it('says when, on what and with which versions', () => {
    const partly = withPart(results, 'click', { ...ran, measuredAt: '2026-11-22T08:00:00.000Z', figures: [] })
    expect(provenance(partly)).toBe(
      [
        'A processor, 2 cores, 8 GB, linux x64; Fairlead 0.1.0, Next.js 16.4.6:\n',
        '- 2026-11-21: server, prefetch',
        '- 2026-11-22: click',
      ].join('\n'),
    )
  })

  it('is drawn as a list of bars, of which the longest is as wide as there is room', () => {
    expect(chartsOf(summarize(results))).toEqual([
      [
        '<figure class="bars">',
        '<figcaption>Requests a second, a page with 100 links: more is better</figcaption>',
        '<ul>',
        '<li style="--bar:100.0%">Fairlead <b>1\u00a0100</b></li>',
        '<li style="--bar:25.0%">Next.js <b>275</b></li>',
        '</ul>',
        '</figure>',
      ].join('\n'),
    ])
    expect(chartsOf([])).toEqual([])
  })

  it.each([
    [1_234_567, '1\u00a0234\u00a0567'],
    [310, '310'],
    [99.94, '99.9'],
    [0.4216, '0.422'],
    [0, '0'],
  ])('writes %d as %s', (value, text) => {
    expect(figure(value)).toBe(text)
  })

  it('refuses a file that has no place for it', () => {
    expect(() => insert('no table here', 'a table', 'README.md')).toThrow(/README\.md: no line/)
  })
})

describe('the results', () => {
  it('keep what other parts came to', () => {
    const newer = { ...ran, measuredAt: '2026-12-01T08:00:00.000Z', figures: [] }
    expect(withPart(results, 'server', newer)).toEqual({ parts: { ...results.parts, server: newer } })
    expect(Object.keys(withPart(results, 'click', newer).parts)).toEqual(['server', 'prefetch', 'click'])
  })
})
