import { notFound, redirect } from '@tanstack/react-router'
import { PublicError, type PublicErrorStatus } from 'fairlead/errors'
import type { Kind } from '#app/lab/error-cases.ts'

/** Part of every failure of the lab; tests search for it where it must not be. */
const SECRET = 'sounding-lead-4711'

const EXPECTED: Record<string, string> = {
  401: 'Sign in to continue.',
  403: 'You are not allowed to see this.',
  404: 'This berth does not exist.',
  409: 'This was changed in the meantime.',
  422: 'Some of the fields are not valid.',
  429: 'Too many requests. Wait a moment.',
}

const THROWN: Readonly<Record<string, () => unknown>> = {
  error: () => new Error(`the ${SECRET} broke`),
  string: () => `the ${SECRET} broke`,
  undefined: () => undefined,
  object: () => ({ message: `the ${SECRET} broke`, code: SECRET }),
  response: () => new Response('closed for repairs\n', { status: 503, headers: { 'content-type': 'text/plain' } }),
  redirect: () => redirect({ to: '/{-$locale}/lab/errors' }),
  'not-found': () => notFound(),
}

export function failWith(kind: Kind): never {
  const create = THROWN[kind]
  if (create) throw create()
  const fields = kind === '422' ? { depth: 'A depth is a number.' } : undefined
  throw new PublicError(`LAB_${kind}`, Number(kind) as PublicErrorStatus, EXPECTED[kind] ?? '', fields)
}
