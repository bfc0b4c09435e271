import type { Server } from 'node:net'
import type { Env } from '#fairlead/platform/env.server.ts'

export function exitWithMessage(error: unknown): never {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

/** Runs a step of the start. An error, usually an invalid variable, ends the process with one line. */
export function exitOnError<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    return exitWithMessage(error)
  }
}

export function exitOnListenError(server: Server, { HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>): void {
  server.on('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EADDRINUSE' ? 'PORT: another program is listening there' : `HOST: ${error.message}`
    exitWithMessage(new Error(`${reason}; cannot listen on ${HOST}:${PORT}`))
  })
}
