import { format } from 'node:util'
import { log } from '#app/server/log.server.ts'
import { captureError } from '#app/errors/capture-error.server.ts'
import { classifyThrown } from '#app/errors/mask-errors.server.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/** In production an error is captured once like any other, and other arguments are one line of the log. */
export function redirectConsoleToLogger(): void {
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...args: unknown[]) => {
      const context = getRequestContext()
      // A call whose payload cannot be read gets its response; it is not an error of the application.
      if (context?.kind === 'call' && !context.handlerReached) return
      const error = args.find((part) => part instanceof Error)
      if (!error) log[level]({ text: format(...args) }, 'console')
      else if (classifyThrown(error).type === 'failure') captureError(error)
    }
  }
}
