import { STATUS_CODES } from 'node:http'
import type { H3Error, H3Event } from 'h3'
import { log } from '#app/log.server.ts'

/** Answers what neither the application nor the tunnel answered: a missing file, or a failure of the host itself. */
export default function answerFailure(error: H3Error, event: H3Event): void {
  const { res } = event.node
  if (error.unhandled) log.error({ err: error.cause ?? error, path: event.path }, 'request failed')
  if (res.headersSent) return void res.destroy()
  res.writeHead(error.statusCode, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  res.end(`${error.statusCode} ${STATUS_CODES[error.statusCode] ?? ''}\n`)
}
