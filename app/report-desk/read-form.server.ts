import { readRequestBody } from '#app/server/http/read-body.server.ts'

/** The fields of a posted form, or the status and reason of its rejection. */
export type PostedForm =
  | { type: 'ok'; fields: URLSearchParams }
  | { type: 'refused'; status: 400 | 408 | 413 | 415; why: string }

/**
 * Reads a posted form.
 *
 * @param maxBytes limit on the body
 * @param timeoutMs until the last byte must have arrived
 */
export async function readForm(request: Request, maxBytes: number, timeoutMs: number): Promise<PostedForm> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')) {
    return { type: 'refused', status: 415, why: 'the body is not a form' }
  }
  const body = await readRequestBody(request, maxBytes, timeoutMs)
  switch (body.type) {
    case 'too-large':
      return { type: 'refused', status: 413, why: `the form is larger than ${maxBytes} bytes` }
    case 'too-slow':
      return { type: 'refused', status: 408, why: `the form took longer than ${timeoutMs / 1_000} s` }
    case 'aborted':
      return { type: 'refused', status: 400, why: 'the request body was aborted' }
    case 'ok':
      return { type: 'ok', fields: new URLSearchParams(body.bytes.toString('utf8')) }
  }
}
