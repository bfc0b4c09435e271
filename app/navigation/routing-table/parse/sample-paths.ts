import { encodeUnsafe } from '#app/navigation/routing-table/match/url-encoding.ts'
import { isRepeated, parseSource, type SourceToken } from '#app/navigation/routing-table/parse/parse-pattern.ts'

// Values unlike each other, so that a pattern which matches all of them matches anything of their kind.
const ONE_SEGMENT = ['example', '7', 'A_b.c-d', '~%C3%BC', '0.']
const MANY_SEGMENTS = ['example', '7/A_b.c-d/~%C3%BC', 'x/0./y/z']

/**
 * Sample paths of a source: a pattern that matches all of them is taken to match all paths of the source. A custom pattern is
 * sampled as if it took anything, so that not every sample need match the source itself; an optional part is sampled
 * present and absent.
 */
export function samplePaths(source: string): string[] {
  const tokens = parseSource(source)
  const rounds = Math.max(ONE_SEGMENT.length, MANY_SEGMENTS.length)
  const paths = Array.from({ length: rounds }, (_, round) => fill(tokens, round, true))
  return [...new Set([...paths, fill(tokens, 0, false)])].map((path) => path || '/')
}

function fill(tokens: readonly SourceToken[], round: number, withOptional: boolean): string {
  return tokens
    .map((token) => {
      if (typeof token === 'string') return encodeUnsafe(token)
      if (!withOptional && /[*?]/.test(token.modifier)) return ''
      const custom = !token.pattern.includes('[^\\/')
      const values = custom || isRepeated(token) ? MANY_SEGMENTS : ONE_SEGMENT
      return token.pattern ? token.prefix + values[round % values.length] + token.suffix : token.prefix + token.suffix
    })
    .join('')
}
