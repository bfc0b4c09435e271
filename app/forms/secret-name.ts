/** Names that say by themselves that a field is secret, as frameworks filter them from logs; in lower case. */
const SECRET_NAME =
  /passw|passphrase|passcode|passwort|kennwort|secret|(?:^|[^a-z])(?:pwd|pin|otp|totp|tan|cvc|cvv|csc)(?:[^a-z]|$)|one-?time-?code|(?:^|[^a-z])cc-|(?:card|cc)[^a-z]?(?:number|num|no|code)(?:[^a-z]|$)/

/** Characters of a name that are looked at. */
const NAME_LENGTH = 200

/** Tells whether a field is secret by its name alone, for forms that do not say it. Pure. */
export function isSecretName(name: string): boolean {
  const words = name.slice(0, NAME_LENGTH).replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
  return SECRET_NAME.test(words.toLowerCase())
}
