import cluster, { type Worker } from 'node:cluster'
import { statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDraftStore } from '#fairlead/forms/draft-store.server.ts'
import { createConnections } from '#fairlead/host/server/connections.ts'
import { exitOnListenError } from '#fairlead/host/server/exit-with-message.ts'
import { DRAIN_LIMIT_MS, type FromPrimary, type FromWorker, PROTOCOL } from '#fairlead/host/server/primary-link.ts'
import { type Env, setVariable } from '#fairlead/platform/env.server.ts'
import { createTotals } from '#fairlead/platform/counters.server.ts'
import { createNamedBuckets } from '#fairlead/platform/http/shared-buckets.server.ts'
import { log } from '#fairlead/platform/log.server.ts'

/** Limits of restarts, in milliseconds unless they are counts. */
export const RESTARTS = {
  /** A worker that served for this long did not fail at its start. */
  minLifeMs: 10_000,
  /** The delay after the first short life; it doubles with each one that follows, */
  firstDelayMs: 250,
  /** up to this limit. */
  maxDelayMs: 30_000,
  /** A primary process without a worker ends after this many starts in a row that never served. */
  maxFailedStarts: 5,
} as const

/** The number of short lives of workers in a row, and how many of the last of them never served. */
export type ShortLives = { lives: number; failedStarts: number }

export type Restart = { type: 'restart'; delayMs: number; short: ShortLives } | { type: 'give-up'; short: ShortLives }

/**
 * Decides when to replace a worker: at once if it served for a while, else after a growing delay. The primary process
 * gives up only if workers never begin to serve and no other one serves: a worker that requests can crash is better
 * than none.
 *
 * @param servedMs the time for which it served; 0 if it never did
 * @param short the short lives before
 * @param serving the number of other workers
 */
export function decideRestart({
  servedMs,
  short,
  serving,
}: {
  servedMs: number
  short: ShortLives
  serving: number
}): Restart {
  if (servedMs >= RESTARTS.minLifeMs) return { type: 'restart', delayMs: 0, short: { lives: 0, failedStarts: 0 } }
  const next = { lives: short.lives + 1, failedStarts: servedMs > 0 ? 0 : short.failedStarts + 1 }
  if (serving === 0 && next.failedStarts >= RESTARTS.maxFailedStarts) return { type: 'give-up', short: next }
  const delayMs = Math.min(RESTARTS.maxDelayMs, RESTARTS.firstDelayMs * 2 ** short.lives)
  return { type: 'restart', delayMs, short: next }
}

/** Creates the objects of `shareObject` that live in the primary process. */
const createSharedObjects = () => ({
  buckets: createNamedBuckets(),
  drafts: createDraftStore(),
  metrics: createTotals(),
})

/** The methods of shared objects without their types. Callers get the types from `shareObject`. */
type Methods = Record<string, Record<string, (...args: unknown[]) => unknown>>

/** Time for workers to end after `DRAIN_LIMIT_MS`; then they are killed. */
const END_LIMIT_MS = 5_000

type Member = {
  worker: Worker
  /** `ready`: it could take connections. `leaving`: it takes connections only if no other worker does. */
  state: 'starting' | 'ready' | 'serving' | 'leaving' | 'closed'
  servingSince: number
  started: Promise<Started>
}

/** A worker that is ready but has a fault responds with errors. */
type Started = { isReady: boolean; fault: string | undefined }

/**
 * Listens on the port, and has `WORKERS` processes respond. Replaces workers that die. On SIGHUP it replaces all
 * workers by workers of the build in the folder, without a failed request; on SIGTERM and SIGINT it ends after the last
 * response.
 *
 * @param entry the program of a worker
 */
export function runPrimary(env: Env, entry: string, announce: (port: number) => void): void {
  const members = new Set<Member>()
  const shared = createSharedObjects() as unknown as Methods
  let short: ShortLives = { lives: 0, failedStarts: 0 }
  let stopping = false
  let replacement: Promise<void> | undefined
  let build: string | undefined
  /** The number of times that all workers were replaced, by the same build or another one. */
  let replacements = 0

  cluster.setupPrimary({ exec: entry, args: [], serialization: 'advanced' })

  const workersIn = (state: Member['state']): Worker[] =>
    [...members].filter((member) => member.state === state).map(({ worker }) => worker)
  const connections = createConnections(() => {
    const serving = workersIn('serving')
    return serving.length > 0 ? serving : workersIn('leaving')
  })
  const server = createServer({ pauseOnConnect: true, noDelay: true }, connections.add)

  /** Identifies the build in the folder: a new build is a new file. */
  function currentBuild(): string | undefined {
    const file = statSync(entry, { throwIfNoEntry: false })
    return file && `${file.ino} ${file.mtimeMs}`
  }

  const send = (worker: Worker, message: FromPrimary): void => void worker.send(message, () => {})

  function respondToCall(worker: Worker, { call, object, method, args }: FromWorker & { type: 'call' }) {
    try {
      const run = shared[object]?.[method]
      if (!run) throw new Error(`the primary process has no ${object}.${method}; restart it`)
      send(worker, { type: 'result', call, value: run(...args) })
    } catch (error) {
      send(worker, { type: 'failed', call, message: (error as Error).message })
    }
  }

  function start(): Member {
    const worker = cluster.fork()
    const { promise: started, resolve } = Promise.withResolvers<Started>()
    const member: Member = { worker, state: 'starting', servingSince: 0, started }
    members.add(member)
    worker.on('message', (message: FromWorker) => {
      switch (message.type) {
        case 'ready':
          if (member.state === 'starting') member.state = 'ready'
          if (message.protocol === PROTOCOL) return resolve({ isReady: true, fault: message.fault })
          worker.process.kill('SIGKILL')
          return resolve({ isReady: false, fault: 'it needs another primary process: restart the server' })
        case 'accepted':
        case 'declined':
          return connections.confirm(message.connection, message.type === 'accepted')
        case 'leaving':
          return leave(member, 'leaving')
        case 'closed':
          member.state = 'closed'
          // In a single process the port closes at this point, too.
          if (stopping && [...members].every(({ state }) => state === 'closed')) server.close()
          return
        case 'call':
          return respondToCall(worker, message)
      }
    })
    worker.on('error', (error) => log.error({ err: error, worker: worker.id }, 'a worker cannot be reached'))
    worker.once('exit', (code: number | null, signal: string | null) => {
      members.delete(member)
      if (!stopping) log.info({ worker: worker.id, pid: worker.process.pid, code, signal }, 'a worker ended')
      leave(member, 'closed')
      connections.died(worker)
      resolve({ isReady: false, fault: `it ended with ${signal ?? code}` })
      if (stopping && members.size === 0) end()
    })
    return member
  }

  function serve(member: Member): void {
    // The worker may have died, or been told to leave, in the meantime.
    if (member.state !== 'ready') return
    member.state = 'serving'
    member.servingSince = performance.now()
    log.info({ worker: member.worker.id, pid: member.worker.process.pid }, 'a worker serves')
    connections.flush()
  }

  /** Handles a worker that has ended, or is about to end, because of an error or a signal. */
  function leave(member: Member, state: 'leaving' | 'closed'): void {
    const before = member.state
    if (before !== 'closed') member.state = state
    if (before === 'serving' && !stopping) void replaceOne(performance.now() - member.servingSince)
  }

  function retire(member: Member): void {
    member.state = 'closed'
    send(member.worker, { type: 'drain', replaced: true })
  }

  /** Starts a worker for one that ended. All workers may be replaced in the meantime. */
  async function replaceOne(endedMs: number): Promise<void> {
    const before = replacements
    for (let servedMs = endedMs; ; servedMs = 0) {
      const decision = decideRestart({ servedMs, short, serving: workersIn('serving').length })
      short = decision.short
      if (decision.type === 'give-up') {
        log.fatal({ failures: short.failedStarts }, 'workers cannot start')
        return stop('give-up', 1)
      }
      await sleep(decision.delayMs)
      // Workers of two builds would serve pages of one and scripts of the other.
      await (currentBuild() === build ? replacement : replaceAll())
      if (stopping || replacements !== before) return
      if (currentBuild() !== build) continue
      const member = start()
      const { isReady } = await member.started
      if (stopping || replacements !== before) return
      if (isReady) return serve(member)
    }
  }

  async function startNext(): Promise<void> {
    const next = currentBuild()
    log.info('starting workers of the build in the folder')
    const started: Member[] = []
    let fault: string | undefined
    // The first worker starts alone: it runs the migrations, and a fault is logged once.
    for (const size of [1, env.WORKERS - 1]) {
      const some = Array.from({ length: fault === undefined ? size : 0 }, () => start())
      started.push(...some)
      const outcomes = await Promise.all(some.map((member) => member.started))
      fault ??= outcomes.find((outcome) => outcome.fault !== undefined)?.fault
    }
    if (stopping) return
    // Another build was published in the meantime, and some of these workers may run it.
    const isOutdated = currentBuild() !== next
    if (isOutdated || fault !== undefined) for (const { worker } of started) worker.process.kill('SIGKILL')
    if (isOutdated) return startNext()
    if (fault !== undefined) {
      log.error({ fault }, 'the build in the folder cannot start: the workers of before go on')
      return
    }
    build = next
    replacements += 1
    short = { lives: 0, failedStarts: 0 }
    const previous = [...members].filter((member) => !started.includes(member))
    started.forEach(serve)
    previous.forEach(retire)
    log.info('all workers are those of the build in the folder')
  }

  /** Replaces all workers by workers of the build in the folder, if it can start. */
  const replaceAll = (): Promise<void> => (replacement ??= startNext().finally(() => (replacement = undefined)))

  function stop(signal: string, exitCode: number): void {
    if (stopping) return
    stopping = true
    process.exitCode = exitCode
    log.info({ signal, workers: members.size }, 'stopping')
    if (members.size === 0) return end()
    for (const { worker } of members) send(worker, { type: 'drain', replaced: false })
    setTimeout(() => {
      for (const { worker } of members) worker.process.kill('SIGKILL')
    }, DRAIN_LIMIT_MS + END_LIMIT_MS).unref()
  }

  function end(): never {
    log.info('stopped')
    process.exit()
  }

  async function startFirst(): Promise<void> {
    const { port } = server.address() as AddressInfo
    // With PORT=0 the system chose the port, which is part of absolute URLs.
    setVariable('PORT', String(port))
    const firstBuild = currentBuild()
    const first = start()
    const { isReady } = await first.started
    if (stopping) return
    // The worker has logged the reason.
    if (!isReady) process.exit(1)
    build = firstBuild
    serve(first)
    announce(port)
    // The other workers start like replacements of workers that served for a while: at once, and again after a failure.
    for (let others = 1; others < env.WORKERS; others++) void replaceOne(RESTARTS.minLifeMs)
  }

  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGINT', () => stop('SIGINT', 0))
  // Until the first worker serves, there is no older build to replace.
  process.on('SIGHUP', () => void (build !== undefined && !stopping && replaceAll()))
  exitOnListenError(server, env)
  server.listen(env.PORT, env.HOST, () => void startFirst())
}
