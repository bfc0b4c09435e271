/** A fault of the application that is read, with what to do about it. Its message is printed as it is. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}
