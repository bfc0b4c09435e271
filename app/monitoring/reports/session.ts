/** Why a sign-in was refused: the token is another, or too many were tried. */
export type Denied = 'wrong' | 'wait'

/** How the desk stands to whoever asks. `expiresAt` is in milliseconds since 1970, `setup` what is to be set. */
export type Desk =
  | { type: 'in'; expiresAt: number }
  | { type: 'out'; denied?: Denied }
  | { type: 'unset'; setup: string }
