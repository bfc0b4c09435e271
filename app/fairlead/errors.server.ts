// Functions of the server that record errors.

export { captureError } from '#fairlead/errors/capture-error.server.ts'
export { captureException } from '#fairlead/error-reports/capture-exception.server.ts'
export { traceContext } from '#fairlead/error-reports/build-event.server.ts'
