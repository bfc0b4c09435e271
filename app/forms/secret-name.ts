/** Lower-case names of secret fields, as frameworks filter them from logs. */
const SECRET_NAME =
  /passw|passphrase|passcode|passwort|kennwort|secret|(?:^|[^a-z])(?:pwd|pin|otp|totp|tan|cvc|cvv|csc)(?:[^a-z]|$)|one-?time-?code|(?:^|[^a-z])cc-|(?:card|cc)[^a-z]?(?:number|num|no|code)(?:[^a-z]|$)/

/** Characters of a name that are read. */
const NAME_LENGTH = 200

/** Tells secret fields by their name, for forms that do not declare them. Pure. */
export function isSecretName(name: string): boolean {
  const words = name.slice(0, NAME_LENGTH).replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
  return SECRET_NAME.test(words.toLowerCase())
}
