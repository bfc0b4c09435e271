import { notFound, redirect } from '@tanstack/react-router'
import { PublicError, type PublicErrorStatus } from 'fairlead/errors'
import type { Kind } from '#app/lab/error-cases.ts'

/** Part of every failure of this application; tests search for it where it must not be. */
const SECRET = 'sounding-lead-4711'

const EXPECTED: Record<string, string> = {
  401: 'Sign in to continue.',
  403: 'You are not allowed to see this.',
  404: 'This berth does not exist.',
  409: 'This was changed in the meantime.',
  422: 'Some of the fields are not valid.',
  429: 'Too many requests. Wait a moment.',
}

/** Throws a value of the given kind. */
export function failWith(kind: Kind): never {
  switch (kind) {
    case 'error':
      throw new Error(`the ${SECRET} broke`)
    case 'string':
      // oxlint-disable-next-line typescript/only-throw-error -- the purpose of this module
      throw `the ${SECRET} broke`
    case 'undefined':
      // oxlint-disable-next-line typescript/only-throw-error -- the purpose of this module
      throw undefined
    case 'object':
      // oxlint-disable-next-line typescript/only-throw-error -- the purpose of this module
      throw { message: `the ${SECRET} broke`, code: SECRET }
    case 'response':
      // oxlint-disable-next-line typescript/only-throw-error -- the purpose of this module
      throw new Response('closed for repairs\n', { status: 503, headers: { 'content-type': 'text/plain' } })
    case 'redirect':
      throw redirect({ to: '/{-$locale}/errors' })
    case 'not-found':
      throw notFound()
    default:
      throw new PublicError(
        `CASE_${kind}`,
        Number(kind) as PublicErrorStatus,
        EXPECTED[kind] ?? '',
        kind === '422' ? { depth: 'A depth is a number.' } : undefined,
      )
  }
}
