import { format } from 'node:util'
import { log } from '#app/server/log.server.ts'
import { captureError } from '#app/errors/capture-error.server.ts'
import { describeThrown } from '#app/errors/to-public-error.server.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/** Writes down what a library says on the console: an error once as every other, words as one line of the log. */
function logConsoleCall(level: 'error' | 'warn', said: unknown[]): void {
  const visit = getRequestContext()
  // A payload that cannot be read is answered, and is nobody's failure.
  if (visit?.kind === 'call' && !visit.handlerReached) return
  const error = said.find((part) => part instanceof Error)
  if (!error) log[level]({ said: format(...said) }, 'console')
  else if (describeThrown(error).type === 'failure') captureError(error)
}

/** Makes the console of this process part of its log, which has one line for each entry. In production. */
export function redirectConsoleToLogger(): void {
  // oxlint-disable no-console -- the console is what this is about
  console.error = (...said: unknown[]) => logConsoleCall('error', said)
  console.warn = (...said: unknown[]) => logConsoleCall('warn', said)
}
