import { inject } from 'vitest'
import { type Answer, ask, type AskOptions } from '#tests/harness/request.ts'

/** A visitor's browser, for HTTP: it keeps cookies, and its requests come from a page of the site. */
export type Client = {
  /** Sends a request; see `AskOptions`. No redirect is followed. */
  ask: (path: string, options?: Omit<AskOptions, 'origin'>) => Promise<Answer>
  /**
   * Takes the cookie of a session that `issue` starts in the database of the test, without the sign-in page:
   *
   *     await client.signIn(async () => `session=${await sessions.rotate(undefined, 'anna', {}, Date.now())}`)
   *
   * @param issue returns the cookie in the form of `Set-Cookie`
   */
  signIn: (issue: () => Promise<string>) => Promise<void>
  /** Its cookies by name. */
  cookies: ReadonlyMap<string, string>
}

/** Creates a client without cookies. */
export function createClient(origin = inject('origin')): Client {
  const cookies = new Map<string, string>()

  function keep(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim())
    const [name = '', ...value] = pair.split('=')
    const isDeleted = attributes.some((attribute) => /^(max-age=0|expires=Thu, 01 Jan 1970 )/i.test(attribute))
    if (isDeleted) cookies.delete(name)
    else cookies.set(name, value.join('='))
  }

  return {
    cookies,
    async ask(path, options = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...options.headers }
      const answer = await ask(path, { ...options, headers, origin })
      answer.setCookies.forEach(keep)
      return answer
    },
    signIn: async (issue) => keep(await issue()),
  }
}
