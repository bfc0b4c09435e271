import { format } from 'node:util'
import { log } from '#fairlead/platform/log.server.ts'
import { captureError } from '#fairlead/errors/capture-error.server.ts'
import { classifyThrown } from '#fairlead/errors/mask-errors.server.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'

/**
 * Sends `console.error` and `console.warn` to the log, in production: an error is captured once like any other, and
 * other arguments become one line.
 */
export function redirectConsoleToLogger(): void {
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...args: unknown[]) => {
      const context = getRequestContext()
      // A call with an unreadable payload gets its response; it is not an error of the application.
      if (context?.kind === 'call' && !context.handlerReached) return
      const error = args.find((arg) => arg instanceof Error)
      if (!error) log[level]({ text: format(...args) }, 'console')
      else if (classifyThrown(error).type === 'failure') captureError(error)
    }
  }
}
