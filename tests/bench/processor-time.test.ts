import { describe, expect, it } from 'vitest'
import { parseStat, processorMs } from '#tests/bench/processor-time.ts'

const FIELDS = 'S 815 4711 4711 0 -1 4194560 9 8 7 6 120 30 4 2 20 0 11 0 815 1 2'

describe('the processor time of a server', () => {
  it.each([
    ['a program', `4711 (node) ${FIELDS}`],
    ['a name with spaces and brackets', `4711 (node (a) b) ${FIELDS}`],
  ])('reads the parent and the ticks of %s, its ended children included', (_, line) => {
    expect(parseStat(line)).toEqual({ pid: 4711, parent: 815, ticks: 156 })
  })

  it('adds up a process and all that it has started, in milliseconds', () => {
    const stats = [
      { pid: 9, parent: 8, ticks: 3 },
      { pid: 7, parent: 1, ticks: 100 },
      { pid: 8, parent: 7, ticks: 20 },
      { pid: 6, parent: 1, ticks: 1 },
    ]
    expect(processorMs(7, stats)).toBe(1_230)
  })
})
