import { STATUS_CODES } from 'node:http'
import type { H3Error, H3Event } from 'h3'
import { getDigest, createDigest } from '#app/errors/digest.ts'
import { log } from '#app/server/log.server.ts'
import { captureException } from '#app/error-reports/capture-exception.server.ts'

/** Responds to missing files and to failures outside the application and the tunnel. */
export default function errorHandler(error: H3Error, event: H3Event): void {
  const { res } = event.node
  if (error.unhandled) {
    const cause = error.cause ?? error
    const made = getDigest(cause) ?? createDigest()
    const { id, digest = made } = captureException(cause, { digest: made })
    log.error({ err: cause, digest, report: id, path: event.path.split('?', 1)[0] }, 'failed')
    if (!res.headersSent) res.setHeader('x-digest', digest)
  }
  if (res.headersSent) return void res.destroy()
  res.writeHead(error.statusCode, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  res.end(`${error.statusCode} ${STATUS_CODES[error.statusCode] ?? ''}\n`)
}
