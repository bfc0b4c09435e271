import { describe, expect, it, vi } from 'vitest'
import { countsOf, runGates } from '#tests/gates.ts'

const report = { numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 0, success: true }

describe('the counts of a vitest run', () => {
  it('are those of its report', () => {
    expect(countsOf(report, true)).toEqual({ passed: 3, failed: 0 })
    expect(countsOf({ ...report, numFailedTests: 2, success: false }, false)).toEqual({ passed: 3, failed: 2 })
  })

  it('hold a failure when the run failed outside its tests', () => {
    expect(countsOf({ ...report, success: false }, false)).toEqual({ passed: 3, failed: 1 })
    expect(countsOf(report, false)).toEqual({ passed: 3, failed: 1 })
    expect(countsOf(undefined, true)).toEqual({ passed: 0, failed: 1 })
  })

  it('are zero for a suite without tests', () => {
    expect(countsOf({ ...report, numPassedTests: 0 }, true)).toEqual({ passed: 0, failed: 0 })
  })
})

describe('the gates', () => {
  it('all run, whatever fails, and their counts add up', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const last = vi.fn(() => ({ passed: 4, failed: 0 }))
    const gates = [
      { name: 'types', run: () => ({ passed: 0, failed: 1 }) },
      { name: 'unit', run: last },
    ]
    expect(runGates(gates)).toEqual({ passed: 4, failed: 1 })
    expect(last).toHaveBeenCalledOnce()
    expect(log.mock.calls.flat().join('\n')).toMatch(/FAILED {2}types: 0 passed, 1 failed/)
  })
})
