import { themeOf } from '#app/errors/answer.server.ts'
import { noticeDocument } from '#app/errors/document.server.ts'
import { SENT } from '#app/errors/feedback.server.ts'

async function answer(request: Request): Promise<Response> {
  const page = await noticeDocument('sent', {
    address: new URL(request.url).searchParams.get('address') ?? '/',
    host: request.headers.get('host') ?? undefined,
    theme: themeOf(request),
  })
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

/** The page that says thanks, `undefined` at any other address. */
export function answerFeedbackSent(request: Request, pathname: string): Promise<Response> | undefined {
  return pathname === SENT ? answer(request) : undefined
}
