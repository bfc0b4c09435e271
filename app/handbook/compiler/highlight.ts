import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { createOnigurumaEngine } from 'shiki/engine/oniguruma'
import css from 'shiki/langs/css.mjs'
import diff from 'shiki/langs/diff.mjs'
import html from 'shiki/langs/html.mjs'
import http from 'shiki/langs/http.mjs'
import json from 'shiki/langs/json.mjs'
import mdx from 'shiki/langs/mdx.mjs'
import sh from 'shiki/langs/shellscript.mjs'
import tsx from 'shiki/langs/tsx.mjs'
import ts from 'shiki/langs/typescript.mjs'
import { escapeHtml } from '#app/handbook/compiler/escape-html.ts'

/** Languages of code blocks. `text` is not highlighted. */
export const LANGUAGES = ['ts', 'tsx', 'json', 'css', 'html', 'http', 'sh', 'diff', 'mdx', 'text']

const THEME = 'css-variables'

const highlighter = createHighlighterCore({
  themes: [createCssVariablesTheme({ name: THEME })],
  langs: [ts, tsx, json, css, html, http, sh, diff, mdx],
  engine: createOnigurumaEngine(import('shiki/wasm')),
})

/**
 * Highlights code as HTML with one class per kind of token (`t-keyword`, `t-string`, …). The stylesheet has the
 * colours, so light and dark share the code, and no style attributes are needed.
 */
export async function highlight(code: string, language: string): Promise<string> {
  if (language === 'text') return escapeHtml(code)
  // There is no time limit: on a busy machine lines would stay plain, and two builds of the same text would differ.
  const options = { lang: language, theme: THEME, tokenizeTimeLimit: 0 }
  const lines = (await highlighter).codeToTokensBase(code, options)
  return lines.map((line) => line.map((token) => span(token.content, token.color)).join('')).join('\n')
}

function span(content: string, color: string | undefined): string {
  const kind = /--shiki-token-([a-z-]+)/.exec(color ?? '')?.[1]
  return kind && content.trim() ? `<span class="t-${kind}">${escapeHtml(content)}</span>` : escapeHtml(content)
}
