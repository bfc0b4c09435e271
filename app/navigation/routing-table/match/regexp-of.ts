const compiled = new WeakMap<object, RegExp>()

/**
 * Returns the regular expression of a part of a table, which is compiled when it is first needed: most rules of a large
 * table are never tried. Throws `SyntaxError` for an invalid one.
 */
export function regexpOf(part: object, source: string, flags: string): RegExp {
  let regexp = compiled.get(part)
  if (regexp === undefined) compiled.set(part, (regexp = new RegExp(source, flags)))
  return regexp
}
