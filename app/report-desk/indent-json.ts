const SPACE = /\s/

/**
 * Returns the beginning of valid JSON with a line for each entry, as `JSON.stringify` writes it with two spaces. Reads no
 * further than it must, so that what is long or nested deeply costs no more than what is shown. Pure.
 *
 * @param most characters, beyond which it stops
 */
export function indentJson(json: string, most: number): string {
  let written = ''
  let depth = 0
  let quoted = false
  const newLine = (): string => `\n${'  '.repeat(depth)}`

  for (let at = 0; at < json.length && written.length < most; at++) {
    const sign = json.charAt(at)
    if (quoted) {
      written += sign
      if (sign === '\\') written += json.charAt(++at)
      else if (sign === '"') quoted = false
    } else if (sign === '{' || sign === '[') {
      depth++
      while (SPACE.test(json.charAt(at + 1))) at++
      written += sign
      if (json[at + 1] !== '}' && json[at + 1] !== ']') written += newLine()
    } else if (sign === '}' || sign === ']') {
      depth--
      const isEmpty = written.endsWith('{') || written.endsWith('[')
      written += isEmpty ? sign : newLine() + sign
    } else if (sign === ',') written += sign + newLine()
    else if (sign === ':') written += ': '
    else if (!SPACE.test(sign)) {
      written += sign
      quoted = sign === '"'
    }
  }
  return written
}
