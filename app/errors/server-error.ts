/** The masked form of a failure on the server: its digest, and in development the original message and stack. */
export class ServerError extends Error {
  readonly digest: string

  constructor(digest: string, message = 'Something failed on the server.', stack?: string) {
    super(message)
    this.name = 'ServerError'
    this.digest = digest
    if (stack !== undefined) this.stack = stack
  }
}
