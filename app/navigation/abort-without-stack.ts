/**
 * Has `abort()` make its error without a stack, in this tab. V8 keeps the functions on a stack: that of an aborted
 * navigation has the click handler, which holds the matches of the page before, whose signals hold the error before. So a
 * tab would hold every navigation.
 */
export function abortWithoutStack({ prototype }: typeof AbortController = AbortController): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on each controller
  const { abort } = prototype
  prototype.abort = function (reason?: unknown) {
    abort.call(this, reason ?? createAbortError())
  }
}

function createAbortError(): DOMException {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return new DOMException('signal is aborted without reason', 'AbortError')
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
