import { describe, expect, it } from 'vitest'
import { decideRun, type LastRun, readSchedule, type Schedule } from '#fairlead/jobs/schedule.ts'

const at = (time: string) => Date.parse(time)

/** Returns the times of a schedule after another one, as UTC. */
function timesAfter(schedule: Schedule, after: string, count: number): string[] {
  const cadence = readSchedule('test', schedule)
  const times = [at(after)]
  for (let index = 0; index < count; index++) {
    const decision = decideRun(cadence, { dueAt: times.at(-1) ?? 0, outcome: 'done' }, times.at(-1) ?? 0)
    if (decision.type === 'wait') times.push(decision.until)
  }
  return times.slice(1).map((time) => new Date(time).toISOString().slice(0, 16))
}

describe('a time that clocks skip', () => {
  // In Berlin 02:00 became 03:00 on 29 March 2026.
  it('is that of the first time after it', () => {
    const times = timesAfter({ at: '02:30', timeZone: 'Europe/Berlin' }, '2026-03-28T12:00Z', 2)
    expect(times).toEqual(['2026-03-29T01:00', '2026-03-30T00:30'])
  })

  it('is skipped by a step', () => {
    const times = timesAfter({ cron: '*/30 * * * *', timeZone: 'Europe/Berlin' }, '2026-03-29T00:00Z', 3)
    expect(times).toEqual(['2026-03-29T00:30', '2026-03-29T01:00', '2026-03-29T01:30'])
  })
})

describe('a time that clocks show twice', () => {
  // In Berlin 03:00 became 02:00 on 25 October 2026.
  it('is the first of both', () => {
    const times = timesAfter({ at: '02:30', timeZone: 'Europe/Berlin' }, '2026-10-24T12:00Z', 2)
    expect(times).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
  })

  it('is the first of both in a list of hours', () => {
    const times = timesAfter({ cron: '30 2,14 * * *', timeZone: 'Europe/Berlin' }, '2026-10-24T22:00Z', 3)
    expect(times).toEqual(['2026-10-25T00:30', '2026-10-25T13:30', '2026-10-26T01:30'])
  })

  it('counts twice for a step', () => {
    const times = timesAfter({ cron: '0 */1 * * *', timeZone: 'Europe/Berlin' }, '2026-10-24T23:30Z', 3)
    expect(times).toEqual(['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00'])
  })
})

it('a cron expression is in its time zone', () => {
  const times = timesAfter({ cron: '30 6 * * MON-FRI', timeZone: 'Asia/Tokyo' }, '2026-11-26T12:00Z', 3)
  expect(times).toEqual(['2026-11-26T21:30', '2026-11-29T21:30', '2026-11-30T21:30'])
})

describe('the decision whether a job is due', () => {
  const nightly = readSchedule('test', { at: '03:00', timeZone: 'UTC' })
  const hourly = readSchedule('test', { every: 3_600_000 })
  const decide = (cadence: typeof nightly, last: LastRun | undefined, now: string) => decideRun(cadence, last, at(now))
  const ran = (time: string, outcome: LastRun['outcome'] = 'done'): LastRun => ({ dueAt: at(time), outcome })

  it('without a last run: an interval begins, a time of the day is waited for', () => {
    const now = at('2026-01-01T12:00Z')
    expect(decideRun(hourly, undefined, now)).toEqual({ type: 'run', dueAt: now })
    expect(decideRun(nightly, undefined, now)).toEqual({ type: 'wait', until: at('2026-01-02T03:00Z'), since: now })
  })

  it('by the time at which the last run was due, unless the run is half an interval late', () => {
    const last = ran('2026-01-01T12:00Z')
    expect(decide(hourly, last, '2026-01-01T12:59:59Z')).toEqual({ type: 'wait', until: at('2026-01-01T13:00Z') })
    expect(decide(hourly, last, '2026-01-01T13:20Z')).toEqual({ type: 'run', dueAt: at('2026-01-01T13:00Z') })
    expect(decide(hourly, last, '2026-01-01T13:30Z')).toEqual({ type: 'run', dueAt: at('2026-01-01T13:30Z') })
  })

  it('once after a stop, and not after a kill or an error', () => {
    const now = '2026-01-01T03:10Z'
    expect(decide(nightly, ran('2026-01-01T03:00Z', 'stopped'), now)).toEqual({ type: 'run', dueAt: at(now) })
    for (const outcome of [null, 'failed'] as const) {
      expect(decide(nightly, ran('2026-01-01T03:00Z', outcome), now)).toMatchObject({ type: 'wait' })
    }
  })

  it('by the clock of another process that is ahead, but not by one that was set back', () => {
    const last = ran('2026-01-01T03:00:02Z')
    expect(decide(nightly, last, '2026-01-01T02:59:58Z')).toEqual({ type: 'wait', until: at('2026-01-02T03:00Z') })
    const now = '2025-12-31T12:00Z'
    const until = at('2026-01-01T03:00Z')
    expect(decide(nightly, ran('2027-01-01T03:00Z'), now)).toEqual({ type: 'wait', until, since: at(now) })
  })
})
