import { Marked, Parser, type Token, type Tokens } from 'marked'
import { claimAnchor, slugify, splitHeading } from '#app/handbook/compiler/anchors.ts'
import { readFrontMatter } from '#app/handbook/compiler/front-matter.ts'
import { highlight, LANGUAGES } from '#app/handbook/compiler/highlight.ts'
import { type PageLink, resolveLink } from '#app/handbook/compiler/links.ts'
import { type CompiledPage, groupOf, type Heading, type Passage } from '#app/handbook/page.ts'
import { escapeHtml } from '#app/handbook/compiler/escape-html.ts'

/** A compiled page with its anchors and links, which are checked across pages. */
export type CompileResult = { page: CompiledPage; anchors: ReadonlySet<string>; links: PageLink[] }

/**
 * Compiles a Markdown file.
 *
 * @throws Error that names the file and the problem.
 */
export async function compilePage(source: string, file: string): Promise<CompileResult> {
  const { frontMatter, body } = readFrontMatter(source, file)
  const anchors = new Set<string>()
  const links: PageLink[] = []
  const toc: Heading[] = []
  const text: Passage[] = [{ anchor: '', heading: frontMatter.title, text: frontMatter.summary }]
  const ids = new Map<Token, string>()
  const code = new Map<Token, string>()

  const marked = new Marked()
  const tokens = marked.lexer(body)
  void marked.walkTokens(tokens, joinLines)

  for (const token of tokens) {
    if (token.type === 'heading') {
      const explicit = takeId(token as Tokens.Heading, file)
      const words = plainText(token)
      const id = claimAnchor(anchors, explicit ?? slugify(words))
      ids.set(token, id)
      const { depth } = token as Tokens.Heading
      if (depth === 2 || depth === 3) toc.push({ id, text: words, depth })
      text.push({ anchor: id, heading: words, text: '' })
    } else {
      const passage = text[text.length - 1]
      // Declarations contain nearly every word, and would be found before the pages that explain it.
      const isDeclaration = token.type === 'code' && groupOf(frontMatter.order) === 'entries'
      if (passage && !isDeclaration) passage.text = `${passage.text} ${plainText(token)}`.trim()
    }
  }

  // Shiki is asynchronous and renderers are not, so code is highlighted before rendering.
  const highlighted = marked.walkTokens(tokens, async (token) => {
    if (token.type === 'code') code.set(token, await highlightCode(token as Tokens.Code, file))
  })
  await Promise.all(highlighted as Promise<void>[])

  let section = ''
  marked.use({
    renderer: {
      heading(token) {
        section = ids.get(token) ?? ''
        const level = token.depth
        return `<h${level} id="${section}"><a class="permalink" href="#${section}">${this.parser.parseInline(token.tokens)}</a></h${level}>\n`
      },
      // It can have the focus, so that it can be scrolled by keyboard.
      code: (token) => `<pre class="code" dir="ltr" tabindex="0"><code>${code.get(token) ?? ''}</code></pre>\n`,
      codespan: (token) => `<code dir="ltr">${escapeHtml(token.text)}</code>`,
      table(token) {
        const row = (cells: Tokens.TableCell[], open: string, close: string) =>
          `<tr>${cells.map((cell) => `${open}${this.parser.parseInline(cell.tokens)}${close}`).join('')}</tr>\n`
        const label = section ? ` role="group" aria-labelledby="${section}"` : ''
        return `<div class="scroll" tabindex="0"${label}><table><thead>${row(token.header, '<th scope="col">', '</th>')}</thead>
<tbody>${token.rows.map((cells) => row(cells, '<td>', '</td>')).join('')}</tbody></table></div>\n`
      },
      link(token) {
        const link = resolveLink(token.href, file)
        if (link) links.push(link)
        return `<a href="${escapeHtml(link?.address ?? token.href)}">${this.parser.parseInline(token.tokens)}</a>`
      },
    },
  })

  const markdown = `# ${frontMatter.title}\n\n${frontMatter.summary}\n\n${body.trim().replace(MARKDOWN_LINK, '](handbook:/')}\n`
  return { page: { ...frontMatter, html: marked.parser(tokens), markdown, toc, text }, anchors, links }
}

const MARKDOWN_LINK = /\]\((?=[\w/-]+\.md[#)])/g

// A line break next to a script without spaces.
const SPACELESS = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}（）]'
const SPACELESS_BREAK = new RegExp(`(?<=${SPACELESS})\\n *|\\n *(?=${SPACELESS})`, 'gu')

/** Joins the lines of Japanese paragraphs: HTML would render a line break as a space. */
function joinLines(token: Token): void {
  if (token.type === 'text' && !('tokens' in token && token.tokens)) {
    // The text for the search uses `raw`.
    const text = (token as Tokens.Text).text.replace(SPACELESS_BREAK, '')
    Object.assign(token, { text, raw: text })
  }
}

function highlightCode(token: Tokens.Code, file: string): Promise<string> {
  // A word after the language is for the test of the page: `ts example`.
  const [language = ''] = (token.lang || 'text').split(' ')
  if (LANGUAGES.includes(language)) return highlight(token.text, language)
  throw new Error(`${file}: code in "${language}"; allowed: ${LANGUAGES.join(', ')}`)
}

function takeId(token: Tokens.Heading, file: string): string | undefined {
  if (token.depth === 1)
    throw new Error(`${file}: heading "# ${token.text}"; allowed: ## and smaller, title is the first`)
  if (token.tokens.some(({ type }) => type === 'link')) {
    throw new Error(`${file}: heading "${token.text}" holds a link; allowed: words, since a heading links to itself`)
  }
  const { id } = splitHeading(token.text)
  const last = token.tokens[token.tokens.length - 1]
  if (id !== undefined && last?.type === 'text') {
    const { text } = splitHeading((last as Tokens.Text).text)
    Object.assign(last, { text, raw: text })
  }
  return id
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Returns the text of a block for search, without markup and URLs. Figures are HTML and have no text. */
function plainText(block: Token): string {
  if (block.type === 'html') return ''
  return Parser.parse([block])
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
