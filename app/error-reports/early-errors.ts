import { isNotFound, isRedirect } from '@tanstack/react-router'
import { hasAnswerDigest } from '#app/errors/answer-digest.ts'

/** An error of the page, with where it was met: a window event's name, or a hook of React's root. */
export type PageError = { where: string; error: unknown; componentStack?: string | undefined }

/** Errors kept until the SDK is there: the first are the telling ones. */
const MAX_ERRORS = 20

/** What catches errors from the first moment, and hands them over once somebody takes them. */
export type EarlyErrors = {
  /** For a hook of React's root: `onCaughtError: early.hook('caught')`. */
  hook: (where: string) => (error: unknown, info: { componentStack?: string | undefined }) => void
  /** Gives what was kept, oldest first, and sends what React's root still meets to `sink`. Window events end here. */
  drainTo: (sink: (met: PageError) => void) => void
}

/** What the document itself keeps until the first script of ours runs. */
type Kept = { events: Event[]; keep: (event: Event) => void }

/** Whether it is the answer of a page whose data is gone or elsewhere, and no error of it. */
function isAnswer(thrown: unknown): boolean {
  return isNotFound(thrown) || isRedirect(thrown) || hasAnswerDigest(thrown)
}

function isObject(thrown: unknown): thrown is object {
  return typeof thrown === 'object' && thrown !== null
}

/** For the head of the document, before anything that can fail. */
export const EARLY_ERRORS_SCRIPT = `{const events=[],keep=e=>events.push(e);window.early={events,keep};addEventListener('error',keep);addEventListener('unhandledrejection',keep)}`

/** Keeps errors of the page until the SDK is loaded. Small, because every page waits for it. */
export function bufferEarlyErrors(target: Window): EarlyErrors {
  const kept: PageError[] = []
  let sink = (met: PageError): void => {
    if (kept.length < MAX_ERRORS) kept.push(met)
  }
  const keep = (event: Event): void => {
    const { type, reason, error, message } = event as Event & Record<'reason' | 'error' | 'message', unknown>
    const met = reason ?? error ?? message
    if (!isAnswer(met)) sink({ where: type, error: met })
  }
  const names = ['error', 'unhandledrejection']
  const { early } = target as Window & { early?: Kept }
  for (const name of names) {
    if (early) target.removeEventListener(name, early.keep)
    target.addEventListener(name, keep)
  }
  for (const event of early?.events ?? []) keep(event)
  return {
    hook:
      (where) =>
      (error, { componentStack }) => {
        if (isAnswer(error)) return
        sink({ where, error, componentStack })
        // As React does by itself where there is no hook. The window tells of it once more: the SDK takes no object twice,
        // but what is none has no identity, and would be two reports.
        // oxlint-disable-next-line no-console -- the console is what this is about
        if (where === 'caught' || !isObject(error)) console.error(error)
        else reportError(error)
      },
    drainTo(taker) {
      for (const name of names) target.removeEventListener(name, keep)
      sink = taker
      for (const met of kept) taker(met)
    },
  }
}
