import { Cron } from 'croner'

/** When a job runs: at an interval, at a time of the day, or at the times of a cron expression. */
export type Schedule =
  | {
      /** Milliseconds from the start of one run to the start of the next. */
      every: number
    }
  | {
      /** A time of the day, on each day: `03:00`. */
      at: string
      /** An IANA time zone, such as `Europe/Berlin` or `UTC`. */
      timeZone: string
    }
  | {
      /** The five fields minute, hour, day of the month, month and day of the week: `30 6 * * MON-FRI`. */
      cron: string
      /** An IANA time zone, such as `Europe/Berlin` or `UTC`. */
      timeZone: string
    }

/** `next` returns the first time after another one, both in milliseconds since 1970. */
export type Cadence = { type: 'interval'; ms: number } | { type: 'calendar'; next: (after: number) => number }

/** How a run ended. `stopped`: it failed after the server had begun to stop. */
export type RunOutcome = 'done' | 'failed' | 'stopped'

/**
 * The last run of a job by any process. `dueAt` is the time at which it was due, or since when the job has been known if it
 * has never run; `outcome` is null until it ends.
 */
export type LastRun = { dueAt: number; outcome: RunOutcome | null }

/** The caller records `dueAt` as the time at which the run was due, and replaces the recorded time by `since`. */
export type RunDecision = { type: 'run'; dueAt: number } | { type: 'wait'; until: number; since?: number }

/** Times are in milliseconds. */
export const JOBS = {
  minEvery: 1_000,
  /** The longest time between two looks at whether a job is due: a timer stands still with its machine. */
  maxDelay: 3_600_000,
  /** A random delay of each run, as a share of its interval. */
  jitter: 0.1,
  maxJitter: 30_000,
  /** The random delay of the first look, and of runs at a time of the calendar. */
  maxStartJitter: 1_000,
  /** Until a process looks again at a job that another one runs, or whose database is unavailable. */
  retry: 60_000,
  /** A clock that is behind the last run by more was set back; by less, another process's clock is ahead. */
  maxSkew: 60_000,
} as const

function readCron(expression: string, timeZone: string): Cadence {
  // Croner would use the process's time zone for an empty one.
  if (timeZone === '') throw new Error('the time zone is empty')
  // A list of hours is moved and not repeated either when clocks change, as in Vixie cron.
  const cron = new Cron(expression, { timezone: timeZone, mode: '5-part', fixedTimeRule: 'no-wildcard' })
  if (cron.getOnce()) throw new Error('a date runs once')
  if (!cron.nextRun()) throw new Error('it never runs')
  return { type: 'calendar', next: (after) => cron.nextRun(new Date(after))?.getTime() ?? Infinity }
}

/** @throws Error for a schedule that is not allowed; its message names the job */
export function readSchedule(name: string, schedule: Schedule): Cadence {
  const given = ['every', 'at', 'cron'].filter((option) => option in schedule)
  if (given.length !== 1) throw new Error(`the job ${name}: it takes one of every, at and cron`)
  if ('every' in schedule) {
    const { every } = schedule
    if (Number.isSafeInteger(every) && every >= JOBS.minEvery) return { type: 'interval', ms: every }
    throw new Error(`the job ${name}: every is ${every}; it takes whole milliseconds, ${JOBS.minEvery} or more`)
  }
  const { timeZone } = schedule
  if ('cron' in schedule) {
    try {
      return readCron(schedule.cron, timeZone)
    } catch (error) {
      const why = (error as Error).message
      throw new Error(`the job ${name}: cron ${JSON.stringify(schedule.cron)}, timeZone ${timeZone}: ${why}`, {
        cause: error,
      })
    }
  }
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(schedule.at) ?? []
  if (hour === undefined)
    throw new Error(`the job ${name}: at is ${JSON.stringify(schedule.at)}; it takes 00:00 to 23:59`)
  return readSchedule(name, { cron: `${minute} ${hour} * * *`, timeZone })
}

/**
 * Decides whether a job runs now. It is due at the first time of its schedule after its last run, and runs once,
 * however many times were missed. A run that was stopped is due again. Without a last run an interval begins now, and a
 * calendar job waits for its next time.
 */
export function decideRun(cadence: Cadence, last: LastRun | undefined, now: number): RunDecision {
  const isInterval = cadence.type === 'interval'
  const after = (time: number) => (isInterval ? time + cadence.ms : cadence.next(time))
  if (!last) return isInterval ? { type: 'run', dueAt: now } : { type: 'wait', until: after(now), since: now }
  const skew = isInterval ? Math.min(JOBS.maxSkew, cadence.ms) : JOBS.maxSkew
  // The clock was set back. The job would not be due before the time that it once showed.
  if (last.dueAt > now + skew) return { type: 'wait', until: after(now), since: now }
  const due = last.outcome === 'stopped' ? last.dueAt : after(last.dueAt)
  if (due > now) return { type: 'wait', until: due }
  // A run that is a little late does not move the runs after it. After a long delay the interval begins now.
  return { type: 'run', dueAt: isInterval && now - due < cadence.ms / 2 ? due : now }
}
