// Errors that visitors may read, and the pages that show errors.

export { PublicError, type PublicErrorStatus } from '#fairlead/errors/public-error.ts'
export { parseOrThrow, validate } from '#fairlead/errors/validate.ts'
export { ApplicationError } from '#fairlead/errors/application-error.tsx'
export { NotFound, withoutStatus } from '#fairlead/errors/not-found.tsx'
