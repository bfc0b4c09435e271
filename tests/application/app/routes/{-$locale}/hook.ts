import { createHmac, timingSafeEqual } from 'node:crypto'
import { createFileRoute } from '@tanstack/react-router'
import { env } from 'fairlead/env.server'

function isSigned(body: Buffer, signature: string | null): boolean {
  const expected = createHmac('sha256', env.TIDES_KEY).update(body).digest()
  const given = Buffer.from(signature ?? '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** A webhook, with limits of its own. */
export const Route = createFileRoute('/{-$locale}/hook')({
  staticData: { serverRoute: { crossSite: 'allow', bodyBytes: 64, bodyMs: 500 } },
  server: {
    handlers: {
      POST: async ({ request }) => {
        const body = Buffer.from(await request.arrayBuffer())
        if (!isSigned(body, request.headers.get('x-signature'))) return new Response('not signed\n', { status: 401 })
        return Response.json({ bytes: body.length, cookie: request.headers.get('cookie') })
      },
    },
  },
})
