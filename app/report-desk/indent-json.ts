const SPACE = /\s/

/**
 * Returns the beginning of valid JSON indented by two spaces, as `JSON.stringify` does. Reads no further than needed, so
 * that the cost of long or deeply nested JSON is bounded.
 *
 * @param maxLength in characters, after which it stops; the last token may exceed it
 */
export function indentJson(json: string, maxLength: number): string {
  let output = ''
  let depth = 0
  let quoted = false
  const newLine = (): string => `\n${'  '.repeat(depth)}`

  for (let at = 0; at < json.length && output.length < maxLength; at++) {
    const char = json.charAt(at)
    if (quoted) {
      output += char
      if (char === '\\') output += json.charAt(++at)
      else if (char === '"') quoted = false
    } else if (char === '{' || char === '[') {
      depth++
      while (SPACE.test(json.charAt(at + 1))) at++
      output += char
      if (json[at + 1] !== '}' && json[at + 1] !== ']') output += newLine()
    } else if (char === '}' || char === ']') {
      depth--
      const isEmpty = output.endsWith('{') || output.endsWith('[')
      output += isEmpty ? char : newLine() + char
    } else if (char === ',') output += char + newLine()
    else if (char === ':') output += ': '
    else if (!SPACE.test(char)) {
      output += char
      quoted = char === '"'
    }
  }
  return output
}
