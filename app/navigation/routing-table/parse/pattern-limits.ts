/** Limits of what is matched against the patterns of rules, so that a quadratic one takes milliseconds at worst. */
export const MATCHING = {
  /** A longer path is a 414, and a longer header, cookie, query value or host meets no condition with a `value`. */
  characters: 4_096,
}

/** The longest regular expression, in characters, that a source may become. */
export const MAX_PATTERN = 4_096
