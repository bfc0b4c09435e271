import { format } from 'node:util'
import { log } from '#app/server/log.server.ts'
import { captureError } from '#app/errors/capture-error.server.ts'
import { classifyThrown } from '#app/errors/mask-errors.server.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/** Logs one call of the console: an error is captured once like any other, other arguments are one line of the log. */
function logConsoleCall(level: 'error' | 'warn', args: unknown[]): void {
  const context = getRequestContext()
  // A call whose payload cannot be read gets its response; it is not an error of the application.
  if (context?.kind === 'call' && !context.handlerReached) return
  const error = args.find((part) => part instanceof Error)
  if (!error) log[level]({ text: format(...args) }, 'console')
  else if (classifyThrown(error).type === 'failure') captureError(error)
}

/** Sends `console.error` and `console.warn` to the log, which has one line for each entry. For production. */
export function redirectConsoleToLogger(): void {
  // oxlint-disable no-console -- this function replaces it
  console.error = (...args: unknown[]) => logConsoleCall('error', args)
  console.warn = (...args: unknown[]) => logConsoleCall('warn', args)
}
