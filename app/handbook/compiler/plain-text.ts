import type { Token, Tokens } from 'marked'

/** Returns the text of Markdown tokens for search, without markup and URLs. */
export function plainText(tokens: Token[]): string {
  return tokens.map(textOf).join('').replace(/\s+/g, ' ').trim()
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'html':
    case 'space':
    case 'hr':
      return ' '
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].flatMap((row) => row.map((cell) => `${plainText(cell.tokens)} `)).join('')
    }
    case 'list':
      return (token as Tokens.List).items.map(textOf).join(' ')
    default: {
      const { tokens, text, raw } = token as Tokens.Generic & { text?: string }
      const words = tokens ? tokens.map(textOf).join('') : (text ?? raw)
      // Blocks are separated by a space, inline tokens are not.
      return raw.endsWith('\n') || token.type === 'paragraph' ? `${words} ` : words
    }
  }
}
