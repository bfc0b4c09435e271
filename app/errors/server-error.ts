/** What stands for a failure on the server wherever it is shown: its digest, and in development what happened. */
export class ServerError extends Error {
  readonly digest: string

  constructor(digest: string, message = 'Something failed on the server.', stack?: string) {
    super(message)
    this.name = 'ServerError'
    this.digest = digest
    if (stack !== undefined) this.stack = stack
  }
}
