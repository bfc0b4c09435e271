/** Statuses that an error meant for people may have. */
export type PublicErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 410 | 413 | 422 | 429 | 503

/** Messages by the name of the field they belong to; the empty name is the form as a whole. */
export type FieldMessages = Readonly<Record<string, string>>

/**
 * An error meant for people: it reaches the browser whole, wherever on the server it was thrown, and its status is the
 * answer's. It is no failure: nothing is reported.
 */
export class PublicError extends Error {
  readonly code: string
  readonly status: PublicErrorStatus
  readonly fields: FieldMessages | undefined

  /**
   * @param code for programs: `OUT_OF_STOCK`
   * @param message for the visitor, in their language
   */
  constructor(code: string, status: PublicErrorStatus, message: string, fields?: FieldMessages) {
    super(message)
    this.name = 'ExpectedError'
    this.code = code
    this.status = status
    this.fields = fields
  }
}
