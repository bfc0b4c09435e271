import { getTheme } from '#app/errors/error-response.server.ts'
import { renderNotice } from '#app/errors/error-document.server.ts'
import { FEEDBACK_THANKS_PATH } from '#app/errors/feedback.server.ts'

async function answer(request: Request): Promise<Response> {
  const page = await renderNotice('sent', {
    address: new URL(request.url).searchParams.get('address') ?? '/',
    host: request.headers.get('host') ?? undefined,
    theme: getTheme(request),
  })
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

/** The page that says thanks, `undefined` at any other address. */
export function feedbackThanksPage(request: Request, pathname: string): Promise<Response> | undefined {
  return pathname === FEEDBACK_THANKS_PATH ? answer(request) : undefined
}
