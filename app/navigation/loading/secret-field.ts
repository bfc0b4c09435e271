/** The tokens of `autocomplete` that name secrets: passwords, one-time codes and cards (HTML, 4.10.18.7). */
const SECRET_AUTOCOMPLETE = /^(?:(?:current|new)-password|one-time-code|cc-.+)$/

/**
 * Returns true for a field with a secret, which is never stored: a password by its type, or by its `autocomplete` a
 * password, a one-time code or a card. Pure.
 */
export function isSecretField({ type, autocomplete }: { type: string; autocomplete: string }): boolean {
  return type === 'password' || autocomplete.split(/\s+/).some((token) => SECRET_AUTOCOMPLETE.test(token.toLowerCase()))
}
