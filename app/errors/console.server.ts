import { format } from 'node:util'
import { log } from '#app/log.server.ts'
import { recordFailure } from '#app/errors/record.server.ts'
import { classify } from '#app/errors/mask.server.ts'
import { currentVisit } from '#app/errors/visit.server.ts'

/** Writes down what a library says on the console: an error once as every other, words as one line of the log. */
function takeNote(level: 'error' | 'warn', said: unknown[]): void {
  const visit = currentVisit()
  // A payload that cannot be read is answered, and is nobody's failure.
  if (visit?.kind === 'call' && !visit.reached) return
  const error = said.find((part) => part instanceof Error)
  if (!error) log[level]({ said: format(...said) }, 'console')
  else if (classify(error).type === 'failure') recordFailure(error)
}

/** Makes the console of this process part of its log, which has one line for each entry. In production. */
export function joinConsoleToLog(): void {
  // oxlint-disable no-console -- the console is what this is about
  console.error = (...said: unknown[]) => takeNote('error', said)
  console.warn = (...said: unknown[]) => takeNote('warn', said)
}
