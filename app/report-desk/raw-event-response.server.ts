import { getAuthState } from '#app/report-desk/auth.server.ts'
import { readRawEvent } from '#app/report-desk/read-report.server.ts'

/** The search param that makes a report's URL a download of its event. */
const PARAM = 'event'

/** Responds with the raw event of a report as a file; `undefined` without the search param or without a session. */
export async function rawEventResponse(request: Request, id: string): Promise<Response | undefined> {
  if (!new URL(request.url).searchParams.has(PARAM)) return undefined
  if ((await getAuthState(request.headers)).type !== 'signed-in') return undefined
  const event = await readRawEvent(id)
  if (!event) return new Response('Not Found\n', { status: 404 })
  return new Response(event.raw, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="event-${event.id}.json"`,
      'x-content-type-options': 'nosniff',
    },
  })
}
