/** Ends a command with a message for its user, which is printed without a stack. */
export class CommandError extends Error {
  /** 2 for invalid arguments. */
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
