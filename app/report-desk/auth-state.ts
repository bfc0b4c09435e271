/** Why a sign-in was refused: the token is another, or too many were tried. */
export type SignInError = 'wrong' | 'wait'

/** How the desk stands to whoever asks. `expiresAt` is in milliseconds since 1970, `setup` what is to be set. */
export type AuthState =
  | { type: 'in'; expiresAt: number }
  | { type: 'out'; denied?: SignInError }
  | { type: 'unset'; setup: string }
