import { once } from 'node:events'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '#fairlead/database/database.server.ts'
import { defineQueuedJob, QUEUE, type QueuedJobFile } from '#fairlead/jobs/define-job.ts'
import {
  deleteFailed,
  enqueue,
  failedCalls,
  pauseAfter,
  retryFailed,
  startQueue,
  waitingCalls,
} from '#fairlead/jobs/queue.server.ts'
import { ENGINES, withDatabase } from '#tests/harness/test-database.ts'

it('pauses grow to an hour, with a random part', () => {
  expect([1, 2, 3, 6, 7, 50].map((attempt) => pauseAfter(attempt, 0))).toEqual([
    2_000, 8_000, 32_000, 2_048_000, 3_600_000, 3_600_000,
  ])
  expect(pauseAfter(1, 1)).toBe(2_400)
})

describe.each(ENGINES)('the queue in %s', (engine) => {
  const db = withDatabase(engine)
  let now: number
  /** True where no wait for the next look ends. */
  let isHeld: boolean
  let reported: string[]
  let queues: ReturnType<typeof startQueue>[]
  beforeEach(async () => {
    // What is enqueued meanwhile is due.
    now = Date.now() + 1_000
    isHeld = false
    reported = []
    queues = []
    await db().deleteFrom('job_queue').execute()
  })
  afterEach(async () => void (await Promise.all(queues.map((queue) => queue.stop()))))

  /** Starts the queue of a process, which looks often; its clock stands. */
  function start(...files: readonly QueuedJobFile<never>[]) {
    const queue = startQueue(files, {
      now: () => now,
      sleep: (_, signal) =>
        new Promise((resolve) => {
          if (!isHeld) setTimeout(resolve, 5)
          signal.addEventListener('abort', () => resolve())
        }),
      random: () => 0,
      log: pino({ level: 'silent' }),
      report: (error) => `digest-${reported.push((error as Error).message)}`,
    })
    queues.push(queue)
    return queue
  }

  const left = () => db().selectFrom('job_queue').selectAll().execute()

  it('runs a call with its data, at once in the process that has it, and deletes it', async () => {
    const seen: unknown[] = []
    const file = defineQueuedJob({ name: 'mail', run: (data: { to: string }) => void seen.push(data) })
    start(file)
    await enqueue(file, { to: 'Ada' })
    await expect.poll(() => seen).toEqual([{ to: 'Ada' }])
    await expect.poll(left).toEqual([])
  })

  it('tries a call again after growing pauses, and reports it once when its attempts are used up', async () => {
    const tried: number[] = []
    const file = defineQueuedJob<null>({
      name: 'mail',
      run() {
        tried.push(now)
        throw new Error('no server')
      },
    })
    await enqueue(file, null, { attempts: 3 })
    const begin = now
    start(file)
    await expect.poll(() => tried).toHaveLength(1)
    for (const attempt of [2, 3]) {
      await expect.poll(async () => (await left())[0]?.due_at).toBeGreaterThan(now)
      now += QUEUE.lookEvery * (attempt === 2 ? 1 : 4)
      await expect.poll(() => tried).toHaveLength(attempt)
    }
    expect(tried.map((time) => time - begin)).toEqual([0, 2_000, 10_000])
    await expect.poll(() => failedCalls(10)).toMatchObject([{ attempts: 3, error: 'no server', digest: 'digest-1' }])
    expect(reported).toEqual(['no server'])
    expect(await waitingCalls()).toEqual([])

    expect(await retryFailed('another')).toBe(0)
    expect(await retryFailed()).toBe(1)
    now += QUEUE.lookEvery
    await expect.poll(() => tried).toHaveLength(4)
    await db().updateTable('job_queue').set({ failed_at: 1 }).execute()
    expect([await deleteFailed(), await left()]).toEqual([1, []])
  })

  it('is a part of the transaction in which it is called', async () => {
    const file = defineQueuedJob<string>({ name: 'mail', run: () => {} })
    await expect(
      transaction(async () => {
        await enqueue(file, 'lost')
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await transaction(() => enqueue(file, 'kept'))
    expect((await left()).map(({ data }) => data)).toEqual(['"kept"'])
  })

  it('leaves the calls of jobs that this build does not have, and of other times', async () => {
    const file = defineQueuedJob<number>({ name: 'old', run: () => {} })
    await enqueue(file, 1)
    const ran: number[] = []
    const own = defineQueuedJob({ name: 'own', run: (data: number) => void ran.push(data) })
    await enqueue(own, 2, { delay: 60_000 })
    await enqueue(own, 3)
    start(own)
    await expect.poll(() => ran).toEqual([3])
    await expect.poll(waitingCalls).toEqual([
      { job: 'old', count: 1 },
      { job: 'own', count: 1 },
    ])
    now += 61_000
    await expect.poll(() => ran).toEqual([3, 2])
  })

  it('runs calls once among processes, several at a time, and another process goes on after one that stops', async () => {
    let running = 0
    let most = 0
    const ran: number[] = []
    const held = Promise.withResolvers<void>()
    const file = defineQueuedJob({
      name: 'count',
      async run(data: number, { signal }) {
        running += 1
        most = Math.max(most, running)
        await Promise.race([held.promise, once(signal, 'abort')])
        running -= 1
        signal.throwIfAborted()
        ran.push(data)
      },
    })
    for (let index = 0; index < 12; index += 1) await enqueue(file, index)
    const first = start(file)
    await expect.poll(() => running).toBe(QUEUE.concurrency)
    await first.stop()
    // What was under way is as it was.
    expect((await left()).map(({ attempts }) => attempts)).toEqual(Array.from({ length: 12 }, () => 0))
    start(file)
    start(file)
    await expect.poll(() => running).toBe(QUEUE.concurrency)
    held.resolve()
    await expect.poll(left).toEqual([])
    expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index))
    expect(most).toBe(QUEUE.concurrency)
  })

  it('fails a call during whose last attempt the process ended', async () => {
    const file = defineQueuedJob<null>({ name: 'crash', run: () => expect.unreachable() })
    await enqueue(file, null, { attempts: 2 })
    await db().updateTable('job_queue').set({ attempts: 2 }).execute()
    start(file)
    await expect.poll(() => reported).toEqual(['crash: the process ended during the last attempt'])
  })

  it('runs the calls of a process that ended after a pause, one by one, and counts the end against one of them', async () => {
    const counted: number[] = []
    let running = 0
    let most = 0
    const run = async () => {
      most = Math.max(most, (running += 1))
      counted.push(
        ...(await left()).flatMap((row) => (row.run === null || row.interrupted === 0 ? [] : [row.attempts])),
      )
      running -= 1
    }
    const files = ['mail', 'chart'].map((name) => defineQueuedJob<null>({ name, run }))
    for (const file of files) for (let call = 0; call < QUEUE.concurrency; call += 1) await enqueue(file, null)
    await db().updateTable('job_queue').set({ run: 'of a process that ended' }).execute()
    files.map((file) => start(file))
    await expect
      .poll(async () => (await left()).map((row) => [row.run, row.attempts, row.interrupted, row.due_at - now]))
      .toEqual(Array.from({ length: 8 }, () => [null, 0, 1, 2_000]))
    expect(counted).toEqual([])
    await Promise.all(queues.splice(0).map((queue) => queue.stop()))
    now += 2_000
    start(...files)
    await expect.poll(left).toEqual([])
    expect([most, counted]).toEqual([1, Array.from({ length: 8 }, () => 1)])
    expect(reported).toEqual([])
  })

  it('stores an error whose message has what PostgreSQL refuses', async () => {
    const file = defineQueuedJob<null>({
      name: 'mail',
      run() {
        throw new Error('no\0 server')
      },
    })
    await enqueue(file, null, { attempts: 1 })
    start(file)
    await expect.poll(() => failedCalls(10)).toMatchObject([{ error: 'no server' }])
  })

  it('leaves a call to a process that has begun another attempt meanwhile', async () => {
    const held = Promise.withResolvers<void>()
    let runs = 0
    const file = defineQueuedJob<null>({
      name: 'slow',
      async run() {
        runs += 1
        await held.promise
      },
    })
    await enqueue(file, null)
    const queue = start(file)
    await expect.poll(() => runs).toBe(1)
    // Another process can do this once this one has lost the lock without noticing it.
    await db().updateTable('job_queue').set({ run: 'of another process' }).execute()
    held.resolve()
    await queue.stop()
    expect(await left()).toMatchObject([{ run: 'of another process', failed_at: null }])
  })

  it('waits before it repeats a call whose end cannot be written', async () => {
    let runs = 0
    const file = defineQueuedJob<null>({
      name: 'mail',
      async run() {
        runs += 1
        // The row can be read and not be deleted.
        if (runs === 1) await sql`alter table job_queue rename column error to gone`.execute(db())
        throw new Error('no server')
      },
    })
    await enqueue(file, null, { attempts: 1 })
    isHeld = true
    start(file)
    await expect.poll(() => reported).toEqual(['no server'])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([runs, reported.length]).toEqual([1, 1])
    await sql`alter table job_queue rename column gone to error`.execute(db())
  })

  it('refuses what it cannot store', async () => {
    const file = defineQueuedJob<unknown>({ name: 'mail', run: () => {} })
    await expect(enqueue(file, undefined)).rejects.toThrow('the data of mail are not JSON')
    await expect(enqueue(file, 'x'.repeat(QUEUE.maxBytes))).rejects.toThrow('more than 100000 bytes')
    await expect(enqueue(file, 1, { delay: -1 })).rejects.toThrow('delay of mail is -1; it takes a whole number from 0')
    await expect(enqueue(file, 1, { attempts: 51 })).rejects.toThrow('it takes a whole number from 1 to 50')
    expect(() => defineQueuedJob({ name: 'A b', run: () => {} })).toThrow('the name "A b" is not allowed')
  })
})
