import { notFound, redirect } from '@tanstack/react-router'
import { PublicError, type PublicErrorStatus } from '#app/errors/public-error.ts'
import type { Kind } from '#app/lab/error-cases.ts'

/** In everything the lab throws that is no answer; a test looks for it wherever it must not be. */
const SECRET = 'sounding-lead-4711'

const EXPECTED: Record<string, string> = {
  401: 'Sign in to go on.',
  403: 'This is not yours to see.',
  404: 'This berth is not in the book.',
  409: 'Somebody else was faster.',
  422: 'Something you filled in cannot be right.',
  429: 'That was too often. Wait a little.',
}

/** Throws what its name says. */
export function failWith(kind: Kind): never {
  switch (kind) {
    case 'error':
      throw new Error(`the ${SECRET} broke`)
    case 'string':
      // oxlint-disable-next-line typescript/only-throw-error -- that is what this is about
      throw `the ${SECRET} broke`
    case 'undefined':
      // oxlint-disable-next-line typescript/only-throw-error -- that is what this is about
      throw undefined
    case 'object':
      // oxlint-disable-next-line typescript/only-throw-error -- that is what this is about
      throw { message: `the ${SECRET} broke`, code: SECRET }
    case 'response':
      // oxlint-disable-next-line typescript/only-throw-error -- that is what this is about
      throw new Response('closed for repairs\n', { status: 503, headers: { 'content-type': 'text/plain' } })
    case 'redirect':
      throw redirect({ to: '/{-$locale}/lab/errors' })
    case 'not-found':
      throw notFound()
    default:
      throw new PublicError(
        `LAB_${kind}`,
        Number(kind) as PublicErrorStatus,
        EXPECTED[kind] ?? '',
        kind === '422' ? { depth: 'A depth is a number.' } : undefined,
      )
  }
}
