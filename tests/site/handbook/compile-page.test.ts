import { describe, expect, it } from 'vitest'
import { slugify } from '#app/handbook/compiler/anchors.ts'
import { compilePage } from '#app/handbook/compiler/compile-page.ts'
import { localizeLinks } from '#app/handbook/compiler/links.ts'
import { page } from '#tests/site/handbook/content.ts'

const compile = async (body: string) => compilePage(page(body), 'content/en/a.md')
const html = async (body: string) => (await compile(body)).page.html

describe('the lines of a script without spaces', () => {
  it.each([
    ['一行目\n二行目', '<p>一行目二行目</p>'],
    ['一行目 `code`\n二行目', '<code dir="ltr">code</code>二行目</p>'],
    ['- 項目\n  目\n  - 子', '<li>項目目<ul>\n<li>子</li>'],
    ['## 見出し\n本文', '見出し</a></h2>\n<p>本文</p>'],
    ['```text\n// コメント\nつづき\n```', '// コメント\nつづき'],
    ['First line\nsecond line', '<p>First line\nsecond line</p>'],
  ])('%j: %j', async (body, expected) => {
    expect((await html(body)).replace(/<\/?span[^>]*>/g, '')).toContain(expected)
  })
})

it('a line of such a script has no space at its end in the search either', async () => {
  expect((await compile('一行目\n`code`')).page.text.at(-1)?.text).toContain('一行目code')
})

describe('anchors', () => {
  it.each([
    ['Run it', 'run-it'],
    ['What’s `HOST`?', 'whats-host'],
    ['Über Größen', 'über-größen'],
    ['優先順位 と形', '優先順位-と形'],
    ['المقاطع الجامعة', 'المقاطع-الجامعة'],
    ['!?', 'section'],
  ])('makes of %j the id %j', (heading, id) => {
    expect(slugify(heading)).toBe(id)
  })

  it('is the same for a letter and its parts', () => {
    expect(slugify('e\u0301tage')).toBe(slugify('\u00e9tage'))
  })

  it('are unique within a page, and link to themselves', async () => {
    const compiled = await compile('## Run\n\n### Run\n\n## Run')
    expect(compiled.page.toc).toEqual([
      { id: 'run', text: 'Run', depth: 2 },
      { id: 'run-2', text: 'Run', depth: 3 },
      { id: 'run-3', text: 'Run', depth: 2 },
    ])
    expect(compiled.page.html).toContain('<h3 id="run-2"><a class="permalink" href="#run-2">Run</a></h3>')
  })

  it('are explicit if a heading has an id', async () => {
    const compiled = await compile('## Vorrang `a` {#precedence}')
    expect(compiled.page.toc).toEqual([{ id: 'precedence', text: 'Vorrang a', depth: 2 }])
    expect(compiled.page.html).not.toContain('{#')
  })
})

describe('a page', () => {
  it('has its text by heading, for search', async () => {
    const { page: compiled } = await compile(
      'Before.\n\n## Data\n\nOf *two* `kinds`.\n\n| a | b |\n| - | - |\n| c | d |',
    )
    expect(compiled.text).toEqual([
      { anchor: '', heading: 'A page', text: 'What it says. Before.' },
      { anchor: 'data', heading: 'Data', text: 'Of two kinds. a b c d' },
    ])
  })

  it('highlights code by classes only', async () => {
    const code = await html("```ts\nconst a = '<b>' // why\n```")
    expect(code).toContain('<pre class="code" dir="ltr" tabindex="0">')
    expect(code).toContain('<span class="t-keyword">const</span>')
    expect(code).toContain('&lt;b&gt;')
    expect(code).not.toContain('style=')
  })

  it('highlights diffs, and leaves the mark of an example to tests', async () => {
    expect(await html('```diff\n-a\n+b\n```')).toContain('<span class="t-deleted">-a</span>')
    expect(await html('```ts example\nconst a = 1\n```')).toContain('<span class="t-keyword">const</span>')
  })

  it('lets tables be reached by keyboard and names them by their heading', async () => {
    expect(await html('## Sizes\n\n| a |\n| - |\n| b |')).toContain(
      '<div class="scroll" tabindex="0" role="group" aria-labelledby="sizes"><table>',
    )
  })

  it.each([
    ['# Again', 'content/en/a.md: heading "# Again"; allowed: ## and smaller'],
    ['## See [there](run.md)', 'a.md: heading "See [there](run.md)" holds a link; allowed: words'],
    ['```cobol\n```', 'content/en/a.md: code in "cobol"; allowed: ts, tsx'],
    [
      '[x](/handbook/run)',
      'content/en/a.md: link "/handbook/run"; allowed: page.md, page.md#heading, #heading or https',
    ],
    ['[x](../run.md)', 'content/en/a.md: link "../run.md"; allowed'],
    ['[x](javascript:alert)', 'content/en/a.md: link "javascript:alert"; allowed'],
  ])('is refused with the file and the fault: %j', async (body, message) => {
    await expect(compile(body)).rejects.toThrow(message)
  })

  it('links to other pages in the language of the visitor', async () => {
    const links = await html('[a](index.md) [b](run.md#data) [c](decisions/001-x.md) [d](#e) [f](https://example.org)')
    expect(localizeLinks(links, '/de/handbook')).toBe(
      '<p><a href="/de/handbook">a</a> <a href="/de/handbook/run#data">b</a> ' +
        '<a href="/de/handbook/decisions/001-x">c</a> <a href="#e">d</a> <a href="https://example.org">f</a></p>\n',
    )
  })
})
