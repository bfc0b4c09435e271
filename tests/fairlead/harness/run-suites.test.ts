import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { root } from '#tests/harness/project-files.ts'
import { check, countsOf, type Suite, runSuites } from '#tests/harness/run-suites.ts'

const report = { numPassedTests: 3, numFailedTests: 0, success: true, testResults: [] }

describe('the counts of a vitest run', () => {
  it('are those of its report', () => {
    expect(countsOf(report, true)).toEqual({ passed: 3, failed: 0 })
    expect(countsOf({ ...report, numFailedTests: 2, success: false }, false)).toMatchObject({ passed: 3, failed: 2 })
  })

  it('name what failed: tests, and files outside their tests', () => {
    const name = (file: string) => join(root, 'tests', file)
    const test = {
      fullName: 'a page is shown',
      status: 'failed',
      failureMessages: ['\u001b[31mError: no page\n    at x'],
    }
    const testResults = [
      {
        name: name('a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [test, { ...test, failureMessages: [null] }],
      },
      { name: name('b.test.ts'), status: 'failed', message: 'Hook timed out', assertionResults: [] },
      { name: name('c.test.ts'), status: 'passed', message: '', assertionResults: [{ ...test, status: 'passed' }] },
    ]
    expect(countsOf({ ...report, numFailedTests: 1, success: false, testResults }, false).failures).toEqual([
      'tests/a.test.ts > a page is shown: Error: no page',
      'tests/a.test.ts > a page is shown: null',
      'tests/b.test.ts: Hook timed out',
    ])
  })

  it('hold a failure when the run failed outside its tests', () => {
    expect(countsOf({ ...report, success: false }, false)).toMatchObject({ passed: 3, failed: 1 })
    expect(countsOf(report, false)).toMatchObject({ passed: 3, failed: 1 })
    expect(countsOf(undefined, true)).toEqual({ passed: 0, failed: 1 })
  })

  it('are zero for a suite without tests', () => {
    expect(countsOf({ ...report, numPassedTests: 0 }, true)).toEqual({ passed: 0, failed: 0 })
  })
})

describe('a check', () => {
  it.each([
    ['passes with work that is done', async () => true, { passed: 1, failed: 0 }, ''],
    ['fails with work that is not', async () => false, { passed: 0, failed: 1 }, ''],
    [
      'fails with an error, which it shows',
      () => Promise.reject(new Error('no disk')),
      { passed: 0, failed: 1 },
      'no disk\n',
    ],
  ])('%s', async (_, work, counts, shown) => {
    let output = ''
    expect(await check('types', work).run((text) => (output += text))).toEqual(counts)
    expect(output).toBe(shown)
  })
})

describe('the suites', () => {
  it('all run, whatever fails, two groups at a time, and their counts add up', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const order: string[] = []
    const suite = (name: string, passed: number, failed: number): Suite => ({
      name,
      async run(say) {
        order.push(`${name} begins`)
        say(`${name} says`)
        await Promise.resolve()
        order.push(`${name} ends`)
        return { passed, failed, ...(failed > 0 && { failures: ['a.ts: an error'] }) }
      },
    })
    const groups = [[suite('types', 0, 1), suite('unit', 4, 0)], [suite('lab', 2, 0)], [suite('http', 1, 0)]]
    expect(await runSuites(groups)).toEqual({ passed: 7, failed: 1 })
    expect(order.slice(0, 2)).toEqual(['types begins', 'lab begins'])
    expect(order.indexOf('types ends')).toBeLessThan(order.indexOf('unit begins'))
    expect(order.indexOf('lab ends')).toBeLessThan(order.indexOf('http begins'))
    const output = log.mock.calls.flat().join('\n')
    expect(output).toContain('FAILED  types: 0 passed, 1 failed')
    expect(output).toMatch(/\nFAILED {2}a\.ts: an error\n/)
    expect(output).toMatch(/== types\ntypes saysFAILED {2}types: 0 passed, 1 failed/)
  })
})
