/** The reason why a sign-in was refused: a wrong token, or too many attempts. */
export type SignInError = 'wrong' | 'wait'

/** The visitor's access to the desk. `expiresAt` is in milliseconds since 1970; `setup` is the command that sets a token. */
export type AuthState =
  | { type: 'signed-in'; expiresAt: number }
  | { type: 'signed-out' }
  | { type: 'unconfigured'; setup: string }
