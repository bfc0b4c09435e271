import { describe, expect, it } from 'vitest'
import { buildEvent } from '#fairlead/error-reports/build-event.server.ts'
import { toOwnRecord } from '#fairlead/error-reports/capture-exception.server.ts'
import { insertEnvelopes } from '#fairlead/error-reports/store/insert-envelopes.server.ts'
import { reportText, terminalText, undeliveredText } from '#fairlead/report-desk/cli.server.ts'
import { getReport } from '#fairlead/error-reports/store/report-lookup.server.ts'
import { randomId } from '#tests/fairlead/error-reports/envelopes.ts'
import { NOW, withStore } from '#tests/fairlead/error-reports/store/with-store.ts'

const { current } = withStore('sqlite')

describe('a report on a terminal', () => {
  it('has its facts and its stack, innermost first', async () => {
    const event = buildEvent(new Error('outer', { cause: new Error('inner') }), { digest: 'ABC' })
    const id = randomId()
    await insertEnvelopes(current(), [toOwnRecord('event', event, id, NOW)], false)
    const found = await getReport(current(), id)
    const text = found ? reportText(found, () => undefined) : ''
    expect(text).toMatch(/^Error: outer\n\nReport    [\da-f]{32}\nDigest    ABC\n/)
    expect(text).toMatch(/\nError: outer\n    at .*format-report\.test\.ts[^]*\nCaused by Error: inner\n    at /)
  })

  it('has no control characters from outside', () => {
    expect(terminalText('a\u001b[31mb\u0007\u009b1m\u202ec\td\ne')).toBe('a\ufffd[31mb\ufffd\ufffd1m\ufffdc\td\ne')
  })

  it('lists what waits, and why', () => {
    const envelope = { envelope: 7, event_id: null, kind: 'span', received_at: 1_000, size: 5 } as const
    const tried = { attempts: 2, next_at: 0, status: 503, reason: 'answered 503', answered_at: 0 }
    const waiting = { ...envelope, ...tried, state: 'waiting', report: null, message: null } as const
    expect(undeliveredText([waiting], 61_000)).toBe(
      '#7  span  60 s old  2 tried  next at 1970-01-01T00:00:00.000Z  answered 503\n',
    )
    expect(undeliveredText([], 0)).toBe('No reports are waiting and none have failed.\n')
  })
})
