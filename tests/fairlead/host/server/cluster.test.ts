import { describe, expect, it } from 'vitest'
import { decideRestart, type Restart, RESTARTS } from '#fairlead/host/server/cluster.ts'

/** Lets workers end one after the other, each after a time, and returns the decisions. `others` go on serving. */
function restartsAfter(livesMs: readonly number[], others = 0): Restart[] {
  let short = { lives: 0, failedStarts: 0 }
  return livesMs.map((servedMs) => {
    const decision = decideRestart({ servedMs, short, serving: others })
    short = decision.short
    return decision
  })
}

const delays = (decisions: readonly Restart[]) =>
  decisions.map((decision) => (decision.type === 'restart' ? decision.delayMs : decision.type))

describe('a worker that ends', () => {
  it.each([
    ['after a while is replaced at once', [RESTARTS.minLifeMs, 86_400_000], 0, [0, 0]],
    ['at its start is replaced after a growing delay', [0, 0, 0, 0], 0, [250, 500, 1_000, 2_000]],
    ['soon after its start is, too', [9_999, 1, 5_000], 1, [250, 500, 1_000]],
    ['at its start again and again ends the server', [0, 0, 0, 0, 0], 0, [250, 500, 1_000, 2_000, 'give-up']],
    [
      'soon after it began to serve does not end the server',
      [1, 1, 1, 1, 1, 1, 1],
      0,
      [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000],
    ],
    [
      'at its start after others served a little ends the server later',
      [1, 1, 0, 0, 0, 0, 0],
      0,
      [250, 500, 1_000, 2_000, 4_000, 8_000, 'give-up'],
    ],
    ['after a while has had no failed start', [0, 0, 10_000, 0], 0, [250, 500, 0, 250]],
  ])('%s', (_, lives, others, expected) => {
    expect(delays(restartsAfter(lives, others))).toEqual(expected)
  })

  it('does not end the server while others serve, however often it fails', () => {
    const decisions = delays(restartsAfter(Array<number>(20).fill(0), 1))
    expect(decisions.slice(-2)).toEqual([RESTARTS.maxDelayMs, RESTARTS.maxDelayMs])
  })
})
