import { setTimeout as sleep } from 'node:timers/promises'
import { createServerFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { validate } from 'fairlead/errors'
import { currentSession } from 'fairlead/sessions.server'

/**
 * Returns the name in the cookie `visitor` and the subject of the session. The cookie `wait` delays it by milliseconds,
 * and a visitor of the name `nobody` makes it fail.
 */
export const readGreeting = createServerFn({ method: 'GET' })
  .validator(validate(v.object({ place: v.string() })))
  .handler(async () => {
    await sleep(Number(getCookie('wait') ?? 0))
    const name = getCookie('visitor') ?? 'stranger'
    if (name === 'nobody') throw new Error('greeting: nobody is here')
    const session = await currentSession()
    return { name, session: session?.subject ?? null }
  })
