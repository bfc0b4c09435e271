import { STATUS_CODES } from 'node:http'
import type { H3Error, H3Event } from 'h3'
import { digestOf, makeDigest } from '#app/errors/digest.ts'
import { log } from '#app/log.server.ts'
import { report } from '#app/monitoring/report.server.ts'

/** Answers what neither the application nor the tunnel answered: a missing file, or a failure of the host itself. */
export default function answerFailure(error: H3Error, event: H3Event): void {
  const { res } = event.node
  if (error.unhandled) {
    const cause = error.cause ?? error
    const made = digestOf(cause) ?? makeDigest()
    const { id, digest = made } = report(cause, { digest: made })
    log.error({ err: cause, digest, report: id, path: event.path.split('?', 1)[0] }, 'failed')
    if (!res.headersSent) res.setHeader('x-digest', digest)
  }
  if (res.headersSent) return void res.destroy()
  res.writeHead(error.statusCode, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  res.end(`${error.statusCode} ${STATUS_CODES[error.statusCode] ?? ''}\n`)
}
