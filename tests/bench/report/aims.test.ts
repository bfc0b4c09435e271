import { describe, expect, it } from 'vitest'
import type { Figure } from '#tests/bench/measurement.ts'
import { verdictsOf } from '#tests/bench/report/aims.ts'
import { aimsTable } from '#tests/bench/report/tables.ts'
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
  it.each<[string, Record<string, Figure>, string, boolean]>([
    ['the best of the peers', list(1_000), 'at least 1\u00a0000 (TanStack Start)', true],
    ['a peer that is ahead', list(999), 'at least 1\u00a0000 (TanStack Start)', false],
    ['a part of a peer', processorTime(0.9), 'at most 0.9 (0.9 × TanStack Start)', true],
    ['more than a part of a peer', processorTime(0.91), 'at most 0.9 (0.9 × TanStack Start)', false],
    ['a peer and an allowance', scripts(115), 'at most 115 (TanStack Start + 5)', true],
    ['a peer and more than the allowance', scripts(115.5), 'at most 115 (TanStack Start + 5)', false],
    ['a limit', desk(50), 'at most 50', true],
    ['more than a limit', desk(51), 'at most 50', false],
  ])('compare with %s', (_, figure, aim, isMet) => {
    expect(verdictsOf(resultsOf(figure))).toContainEqual(expect.objectContaining({ aim, isMet }))
  })

  it('are left out where there is no figure for them', () => {
    expect(verdictsOf(resultsOf())).toEqual([])
    expect(aimsTable([])).toBe('')
  })

  it('stand in a table with their figures when they are missed', () => {
    const verdicts = verdictsOf(resultsOf(list(1_200), desk(68.1)))
    expect(aimsTable(verdicts).split('\n')).toEqual([
      '1 of 2 aims are met. These are missed:',
      '',
      '| what                | Fairlead | aim        |',
      '| ------------------- | -------- | ---------- |',
      '| desk: list, p99, ms | 68.1     | at most 50 |',
    ])
  })
})
