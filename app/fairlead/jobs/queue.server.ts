import { randomUUID } from 'node:crypto'
import type { Generated, Selectable } from 'kysely'
import { database, isInTransaction, tryLock } from '#fairlead/database/database.server.ts'
import type { Tables } from '#fairlead/database/tables.ts'
import { type QueuedJob, type QueuedJobFile, QUEUE, type RunContext } from '#fairlead/jobs/define-job.ts'
import type { Surroundings } from '#fairlead/jobs/start-jobs.server.ts'
import { remember } from '#fairlead/platform/remember.server.ts'

declare module '#fairlead/database/tables.ts' {
  interface Tables {
    /** A call of a queued job; it is deleted when it is done. Times in milliseconds since 1970. */
    job_queue: {
      id: string
      job: string
      data: string
      /** Attempts that failed, or whose process ended while the call ran alone. */
      attempts: number
      max_attempts: number
      /** A random name of the current run. If its process has ended, it stays until another process finds it. */
      run: string | null
      /** How often a process ended during a run. */
      interrupted: Generated<number>
      due_at: number
      /** When the last attempt failed; until then `null`. */
      failed_at: number | null
      error: string | null
      digest: string | null
    }
  }
}

type Row = Selectable<Tables['job_queue']>

const waker = remember('job queue', () => ({ wake: () => {} }))

/**
 * Queues a call of a job. It runs as soon as a process is free, even if this one is killed: at least once, and again
 * after growing pauses when it fails. A call that was interrupted by the end of its process runs alone from then on,
 * because it may have been the cause. Inside `transaction` the call is a part of it. The job has to allow for a call that
 * runs twice.
 *
 * @param file the default export of its file, by `defineQueuedJob`
 * @param data becomes JSON, of at most `QUEUE.maxBytes`
 * @param options `delay` in milliseconds until the first attempt; `attempts` that may fail, from 1 to 50
 * @throws Error for data or options that are not allowed, and while the database is unavailable
 */
export async function enqueue<D>(
  { name }: QueuedJobFile<D>,
  data: D,
  { delay = 0, attempts = QUEUE.attempts }: { delay?: number; attempts?: number } = {},
): Promise<void> {
  const json = JSON.stringify(data) as string | undefined
  if (json === undefined) throw new Error(`enqueue: the data of ${name} are not JSON`)
  if (Buffer.byteLength(json) > QUEUE.maxBytes)
    throw new Error(
      `enqueue: the data of ${name} have more than ${QUEUE.maxBytes} bytes; store them, and pass their id`,
    )
  const check = (option: string, value: number, min: number, max: number) => {
    if (Number.isSafeInteger(value) && value >= min && value <= max) return
    throw new Error(`enqueue: ${option} of ${name} is ${value}; it takes a whole number from ${min} to ${max}`)
  }
  check('delay', delay, 0, QUEUE.maxDelay)
  check('attempts', attempts, 1, QUEUE.maxAttempts)
  const db = await database()
  const due = { due_at: Date.now() + delay, failed_at: null, error: null, digest: null }
  await db
    .insertInto('job_queue')
    .values({ id: randomUUID(), job: name, data: json, attempts: 0, max_attempts: attempts, ...due })
    .execute()
  // A transaction is not over yet: the next look finds it.
  if (delay === 0 && !isInTransaction()) waker.wake()
}

/** Returns the pause after an attempt, in milliseconds: four times as long each time, with a random part of a fifth. */
export function pauseAfter(attempt: number, random: number): number {
  const pause = Math.min(QUEUE.maxPause, QUEUE.firstPause * 4 ** (attempt - 1))
  return Math.round(pause * (1 + random / 5))
}

export async function failedCalls(limit: number): Promise<Row[]> {
  const db = await database()
  return db
    .selectFrom('job_queue')
    .selectAll()
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute()
}

/** Counts the queued calls that wait or run, by job. */
export async function waitingCalls(): Promise<{ job: string; count: number }[]> {
  const db = await database()
  const rows = await db
    .selectFrom('job_queue')
    .select(['job', ({ fn }) => fn.countAll().as('count')])
    .where('failed_at', 'is', null)
    .groupBy('job')
    .orderBy('job')
    .execute()
  return rows.map(({ job, count }) => ({ job, count: Number(count) }))
}

/** Gives failed calls all their attempts again, at once; without an id all of them. Returns their number. */
export async function retryFailed(id?: string): Promise<number> {
  const db = await database()
  const query = db
    .updateTable('job_queue')
    .set({ attempts: 0, due_at: Date.now(), failed_at: null })
    .where('failed_at', 'is not', null)
  const { numUpdatedRows } = await (id === undefined ? query : query.where('id', '=', id)).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes failed calls; without an id all of them. Returns their number. */
export async function deleteFailed(id?: string): Promise<number> {
  const db = await database()
  const query = db.deleteFrom('job_queue').where('failed_at', 'is not', null)
  const { numDeletedRows } = await (id === undefined ? query : query.where('id', '=', id)).executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Returns a function that runs work together with other work, or alone: after all earlier work, and before all later
 * work.
 */
function createGate() {
  const beside = new Set<Promise<void>>()
  let alone = Promise.resolve()
  return (isAlone: boolean, work: () => Promise<void>): Promise<void> => {
    const run = Promise.all(isAlone ? [alone, ...beside] : [alone]).then(work)
    const ended = run.catch(() => {})
    if (isAlone) alone = ended
    else {
      beside.add(ended)
      void ended.then(() => beside.delete(ended))
    }
    return run
  }
}

/**
 * Works on the calls of these jobs. One process at a time, which holds the job's lock, runs the calls of a job. When it
 * dies, or loses its database, another one goes on. Calls of jobs that this build does not have stay.
 */
export function startQueue(jobs: readonly QueuedJob<never>[], { now, sleep, random, log, report }: Surroundings) {
  const stopping = new AbortController()
  let waking = new AbortController()
  const pause = () => sleep(QUEUE.lookEvery, waking.signal)
  const wake = () => {
    waking.abort()
    waking = new AbortController()
  }

  const gate = createGate()

  /** Updates a call unless another run has begun since: a process can lose its lock without noticing it. */
  const update = async ({ id, run }: Row, values: Partial<Row>): Promise<boolean> => {
    const db = await database()
    const query = db.updateTable('job_queue').set(values).where('id', '=', id)
    const { numUpdatedRows } = await query.where('run', run === null ? 'is' : '=', run).executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async function fail(row: Row, error: unknown, attempts: number): Promise<void> {
    const digest = report(error, row.job)
    // PostgreSQL stores no NUL.
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 1_000).replaceAll('\0', '')
    await update(row, { run: null, attempts, failed_at: now(), error: message, digest })
  }

  /** Postpones a call whose process ended during a run: this process has the lock now. */
  async function postpone(row: Row): Promise<void> {
    const interrupted = row.interrupted + 1
    const due = now() + pauseAfter(interrupted, random())
    log.warn({ job: row.job, interrupted, due: new Date(due).toISOString() }, 'a process ended during a job')
    await update(row, { run: null, interrupted, due_at: due })
  }

  async function attempt(job: QueuedJob<never>, row: Row, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    if (row.attempts >= row.max_attempts)
      return fail(row, new Error(`${row.job}: the process ended during the last attempt`), row.attempts)
    const attempts = row.attempts + 1
    const begun = { ...row, run: randomUUID() }
    // A call that runs alone counts its attempt first: data that end the process would be tried for ever.
    const counted = row.interrupted > 0 ? attempts : row.attempts
    if (!(await update(row, { run: begun.run, attempts: counted }))) return
    const context: RunContext = { signal, log: log.child({ job: job.name }) }
    try {
      await (job as QueuedJob<unknown>).run(JSON.parse(row.data), context)
    } catch (error) {
      if (signal.aborted) return void (await update(begun, { run: null, attempts: row.attempts }))
      if (attempts === row.max_attempts) return fail(begun, error, attempts)
      const due = now() + pauseAfter(attempts, random())
      context.log.warn({ err: error, attempt: attempts, due: new Date(due).toISOString() }, 'a job is tried again')
      return void (await update(begun, { run: null, attempts, due_at: due }))
    }
    const db = await database()
    await db.deleteFrom('job_queue').where('id', '=', row.id).where('run', '=', begun.run).execute()
  }

  const dueCalls = async (name: string, running: readonly string[], limit: number): Promise<Row[]> => {
    const db = await database()
    return db
      .selectFrom('job_queue')
      .selectAll()
      .where('job', '=', name)
      .where('failed_at', 'is', null)
      .where('due_at', '<=', now())
      .where('id', 'not in', ['', ...running])
      .orderBy('due_at')
      .limit(limit)
      .execute()
  }

  /** Runs the due calls of a job, several at a time, including calls that become due meanwhile. */
  async function drain(job: QueuedJob<never>, lost: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, lost])
    const running = new Map<string, Promise<void>>()
    let waiting: Promise<void> | undefined
    try {
      for (;;) {
        const free = signal.aborted ? 0 : QUEUE.concurrency - running.size
        for (const row of free > 0 ? await dueCalls(job.name, [...running.keys()], free) : []) {
          const begin = () => attempt(job, row, signal)
          const isInterrupted = row.run !== null && row.attempts < row.max_attempts
          const run = (isInterrupted ? postpone(row) : gate(row.interrupted > 0, begin))
            .catch((error: unknown) => {
              warn(error)
              // The call is still due: without a pause it would be read again at once.
              return signal.aborted ? undefined : pause()
            })
            .finally(() => running.delete(row.id))
          running.set(row.id, run)
        }
        if (running.size === 0) return
        waiting ??= pause().finally(() => (waiting = undefined))
        await Promise.race([...running.values(), ...(signal.aborted ? [] : [waiting])])
      }
    } finally {
      // Until then the lock is held.
      await Promise.all(running.values())
    }
  }

  const draining = new Map<string, Promise<void>>()

  async function look(): Promise<void> {
    for (const job of jobs) {
      const { name } = job
      if (draining.has(name) || (await dueCalls(name, [], 1)).length === 0) continue
      const drained = tryLock(`queue ${name}`, (lost) => drain(job, lost)).then(() => {}, warn)
      draining.set(
        name,
        drained.finally(() => draining.delete(name)),
      )
    }
  }

  const warn = (error: unknown) => log.warn({ err: error }, 'the queue of jobs cannot be read; it is read again')
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look().catch(warn)
      if (!stopping.signal.aborted) await pause()
    }
  }
  waker.wake = wake
  const ended = jobs.length > 0 ? run() : Promise.resolve()
  return {
    /** Begins no attempt, aborts the running ones, and resolves when they have ended. Another process repeats them. */
    async stop(): Promise<void> {
      stopping.abort(new Error('the server stops'))
      wake()
      // A last look may still begin to drain.
      await ended
      await Promise.all(draining.values())
    },
  }
}
