import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { H3Error, H3Event } from 'h3'
import { getDigest, createDigest } from '#app/errors/digest.ts'
import { log } from '#app/server/log.server.ts'
import { captureException } from '#app/error-reports/capture-exception.server.ts'

function respondWithStatus(status: number, res: ServerResponse): void {
  if (res.headersSent) return void res.destroy()
  res.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  res.end(`${status} ${STATUS_CODES[status] ?? ''}\n`)
}

/** Records a failure that no other code responds to, and responds 500 with its digest. */
export function respondToFailure(cause: unknown, url: string, res: ServerResponse): void {
  const made = getDigest(cause) ?? createDigest()
  const { id, digest = made } = captureException(cause, { digest: made })
  log.error({ err: cause, digest, report: id, path: url.split('?', 1)[0] }, 'failed')
  if (!res.headersSent) res.setHeader('x-digest', digest)
  respondWithStatus(500, res)
}

/** Responds to missing files and to failures outside the application and the tunnel. */
export default function errorHandler(error: H3Error, { path, node: { res } }: H3Event): void {
  if (error.unhandled) respondToFailure(error.cause ?? error, path, res)
  else respondWithStatus(error.statusCode, res)
}
