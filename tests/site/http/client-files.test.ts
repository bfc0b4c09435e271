import { readdirSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SOURCE_MAPS } from '#fairlead/host/vite/build-output.ts'
import routing from '#app/routing.ts'
import { builtFolder } from '#tests/harness/built-folder.ts'
import { root } from '#tests/harness/project-files.ts'

/** Texts of code that only the server may have. */
const SERVER_ONLY: [what: string, trace: RegExp][] = [
  ['a module of Node', /["'`]node:[a-z]/],
  ['the environment', /process\.env\b/],
  ['a server-only file', /env\.server|log\.server|\.server\.tsx?\b/],
  [
    'the name of a variable',
    /\b(DATA_DIR|DATABASE_URL|SENTRY_TRANSPORT|RETENTION_(DAYS|BYTES)|OPERATOR_TOKEN|REPORT_WEBHOOK(_SECRET)?|TRUSTED_PROXIES|(TUNNEL_)?RATE_LIMIT)\b/,
  ],
  ['a path of this machine', new RegExp(root.slice(0, -1).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))],
  ['Markdown with its front matter', /---(\n|\\n)(title|order|summary):/],
  ['a compiler of the handbook', /\b(createHighlighter|lexer\.blockTokens|vscode-textmate)\b/],
  ['the log', /\bpino\b/],
  ["the lab's or a developer's tools", /__vite_plugin_react_preamble_installed__|react-refresh/],
]

const folder = join(builtFolder(), 'public')
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(m?js|css|json|html|map|svg|txt)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

describe('the files of the client', () => {
  it.each(SERVER_ONLY)('hold no trace of %s', (_, trace) => {
    expect(texts.length).toBeGreaterThan(3)
    const found = texts.flatMap(({ name, text }) => {
      const at = text.search(trace)
      return at < 0 ? [] : [`${name}: …${text.slice(Math.max(0, at - 40), at + 60)}…`]
    })
    expect(found).toEqual([])
  })

  const { redirects, rewrites } = routing
  it.runIf([redirects, ...Object.values(rewrites)].flat().length === 0)('hold no engine of rules without rules', () => {
    expect(texts.filter(({ text }) => text.includes('__shows')).map(({ name }) => name)).toEqual([])
  })

  it('hold no source maps and no TypeScript', () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => /\.(map|tsx?|md)(\.\w+)?$/.test(name))).toEqual([])
  })
})

describe('a file with more than a little code', () => {
  const HINT = '//# allFunctionsCalledOnLoad\n'
  const large = texts.filter(({ name, text }) => name.endsWith('.js') && text.length > 4_000)

  it('has a compile hint as its first line', () => {
    expect(large.length).toBeGreaterThan(3)
    expect(large.filter(({ text }) => !text.startsWith(HINT)).map(({ name }) => name)).toEqual([])
  })

  it('has a source map that accounts for that line', () => {
    const [most] = large.toSorted((one, other) => other.text.length - one.text.length)
    const payload = JSON.parse(readFileSync(join(root, SOURCE_MAPS, `${most?.name}.map`), 'utf8')) as SourceMapPayload
    const map = new SourceMap(payload)
    const literals = (most?.text ?? '').split('\n').flatMap((line, index) =>
      [...line.matchAll(/`([\w-]{12,60})`/g)].map(({ index: at, 1: literal = '' }) => {
        const entry = map.findEntry(index, at)
        if (!('originalSource' in entry)) return false
        const source = payload.sourcesContent?.[payload.sources.indexOf(entry.originalSource)]
        return source?.split('\n')[entry.originalLine]?.includes(literal) === true
      }),
    )
    expect(literals.length).toBeGreaterThan(100)
    // The names of styles stand in no source.
    expect(literals.filter(Boolean).length).toBeGreaterThan(literals.length * 0.9)
  })
})
