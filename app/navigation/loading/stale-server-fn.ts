/** Response header of a call to a server function that this build does not have. */
export const STALE_SERVER_FN_HEADER = 'x-server-function'

/** The called server function no longer exists: the server runs another build than this tab. */
export class StaleServerFnError extends Error {
  readonly code = 'SERVER_FUNCTION_GONE'
  readonly status = 404
  constructor() {
    super('this function of the server no longer exists: it runs another build than this page')
    this.name = 'StaleServerFnError'
  }
}
