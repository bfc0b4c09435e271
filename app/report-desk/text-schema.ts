import * as v from 'valibot'

/** Creates the schema of a text that both databases can compare with: PostgreSQL has no NUL in its texts. */
export function textSchema(maxLength: number) {
  return v.pipe(
    v.string(),
    v.maxLength(maxLength),
    v.check((value) => !value.includes('\0'), 'NUL is not allowed here.'),
  )
}
