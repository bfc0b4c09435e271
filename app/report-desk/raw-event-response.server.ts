import { getAuthState } from '#app/report-desk/auth.server.ts'
import { readRawEvent } from '#app/report-desk/read-report.server.ts'

/** The search param by which the address of a report names its event as a file. */
const PARAM = 'event'

/**
 * Answers with the event of a report as it came, as a file, where the address asks for it. `undefined` for the page of
 * the report, and for strangers, who get the form.
 */
export async function answerRawEvent(request: Request, id: string): Promise<Response | undefined> {
  if (!new URL(request.url).searchParams.has(PARAM) || (await getAuthState(request.headers)).type !== 'in')
    return undefined
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
