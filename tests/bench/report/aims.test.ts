import { describe, expect, it } from 'vitest'
import type { Figure } from '#tests/bench/measurement.ts'
import { verdictsOf } from '#tests/bench/report/aims.ts'
import { aimsText, longTables } from '#tests/bench/report/tables.ts'
import { summarize } from '#tests/bench/report/summary.ts'
import type { Results } from '#tests/bench/results.ts'

const machine = { cpu: 'A processor', cores: 2, memoryGb: 8, system: 'linux x64' }
const ran = { measuredAt: '2026-11-21T08:00:00.000Z', command: 'npm run bench', machine, versions: {} }

function resultsOf(...figures: Record<string, Figure>[]): Results {
  const parts = figures.flatMap((one) =>
    Object.entries(one).map(([part, figure]) => [part, { ...ran, figures: [figure] }]),
  )
  return { parts: Object.fromEntries(parts) as Results['parts'] }
}

const list = (fairlead: number): Record<string, Figure> => ({
  server: {
    name: 'a list of 24, 32 connections: requests',
    unit: 'a second',
    better: 'more',
    runs: { fairlead: [fairlead], 'tanstack-start': [1_000], next: [100], 'node-http': [30_000] },
  },
})
const processorTime = (fairlead: number): Record<string, Figure> => ({
  server: {
    name: 'a list of 24, 32 connections: processor time a request',
    unit: 'ms',
    better: 'less',
    runs: { fairlead: [fairlead], 'tanstack-start': [1], next: [4] },
  },
})
const scripts = (fairlead: number): Record<string, Figure> => ({
  bytes: {
    name: 'a small page: JavaScript until it is alive, gzip',
    unit: 'kB',
    better: 'less',
    runs: { fairlead: [fairlead], 'tanstack-start': [110] },
  },
})
const desk = (value: number) => ({ desk: { name: 'list, p99', value, unit: 'ms', aim: 50 } })

describe('the aims of the bench', () => {
  it.each<[string, Record<string, Figure>, number, boolean]>([
    ['the best of the peers', list(1_000), 1_000, true],
    ['a peer that is ahead', list(999), 1_000, false],
    ['a part of a peer', processorTime(0.9), 0.9, true],
    ['more than a part of a peer', processorTime(0.91), 0.9, false],
    ['a peer and an allowance', scripts(115), 115, true],
    ['a peer and more than the allowance', scripts(115.5), 115, false],
    ['a limit', desk(50), 50, true],
    ['more than a limit', desk(51), 50, false],
  ])('compare with %s', (_, figure, limit, isMet) => {
    expect(verdictsOf(resultsOf(figure))).toEqual([expect.objectContaining({ limit, isMet })])
  })

  it('are left out where there is no figure for them', () => {
    expect(verdictsOf(resultsOf())).toEqual([])
    expect(aimsText([], [])).toBe('')
  })

  it('stand beside the figure when they are missed, or below if no table has the figure', () => {
    const results = resultsOf(list(900), desk(68.1), scripts(110))
    const [lines, verdicts] = [summarize(results), verdictsOf(results)]
    const tables = longTables(lines, verdicts)
    expect(tables).toContain('| requests: a list of 24, a second | 900\u00a0(aim\u00a01\u00a0000) |')
    expect(tables).toMatch(/\| JavaScript of a small page, until interactive, kB \| 110 +\|/)
    expect(aimsText(lines, verdicts).split('\n')).toEqual([
      '1 of 3 aims are met. The tables show each aim that is missed. Missed and not in a table:',
      '',
      '- desk: list, p99: 68.1 ms (aim 50)',
    ])
  })
})
