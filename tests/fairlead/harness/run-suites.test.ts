import { describe, expect, it, vi } from 'vitest'
import { check, runSuite, runSuites, type Suite } from '#tests/harness/run-suites.ts'

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

it('a run that ends without counts is a failure', async () => {
  let output = ''
  expect(await runSuite('no-such-project', (text) => (output += text))).toEqual({ passed: 0, failed: 1 })
  expect(output).toContain('no-such-project')
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
