import type { Token, Tokens } from 'marked'

/** The words of Markdown tokens, for search: no marks, no addresses. */
export function plainText(tokens: Token[]): string {
  return tokens.map(wordsOf).join('').replace(/\s+/g, ' ').trim()
}

function wordsOf(token: Token): string {
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
      return (token as Tokens.List).items.map(wordsOf).join(' ')
    default: {
      const { tokens, text, raw } = token as Tokens.Generic & { text?: string }
      const words = tokens ? tokens.map(wordsOf).join('') : (text ?? raw)
      // Blocks stand apart; what is inside a line does not.
      return raw.endsWith('\n') || token.type === 'paragraph' ? `${words} ` : words
    }
  }
}
