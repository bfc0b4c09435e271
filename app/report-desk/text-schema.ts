import * as v from 'valibot'

/** Text that both databases can compare with: PostgreSQL has no NUL in its texts. */
export function text(most: number) {
  return v.pipe(
    v.string(),
    v.maxLength(most),
    v.check((value) => !value.includes('\0'), 'NUL is not allowed here.'),
  )
}
