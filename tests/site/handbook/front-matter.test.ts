import { describe, expect, it } from 'vitest'
import { readFrontMatter } from '#app/handbook/compiler/front-matter.ts'
import { page } from '#tests/site/handbook/content.ts'

const read = (source: string) => readFrontMatter(source, 'content/en/run.md')

describe('front matter', () => {
  it('is parsed into typed fields, and the rest of the file', () => {
    expect(read(page('Text.', { title: 'Run it: the whole story', order: '10' }))).toEqual({
      frontMatter: { title: 'Run it: the whole story', order: 10, summary: 'What it says.' },
      body: '\nText.\n',
    })
  })

  it.each([
    ['Text.', 'content/en/run.md: no front matter; allowed: a first line "---"'],
    [
      '---\ntitle: A\norder: 1\n---\n',
      'content/en/run.md: front matter field "summary" is missing; allowed: a text of 1',
    ],
    [page('', { order: 'x' }), 'content/en/run.md: front matter field "order" is "x"; allowed: a whole number'],
    [page('', { order: '-1' }), 'front matter field "order" is "-1"; allowed: a whole number from 0 to 999'],
    [page('', { title: '' }), 'front matter field "title" is ""; allowed: a text of 1 to 60 characters'],
    [page('', { title: 'A'.repeat(61) }), 'allowed: a text of 1 to 60 characters'],
    [page('').replace('---', '---\ntags: a'), 'front matter field "tags" is unknown; allowed: title, order, summary'],
    ['---\njust words\n---\n', 'front matter line "just words"; allowed: "name: value"'],
  ])('names the file, the field and what is allowed: %j', (source, message) => {
    expect(() => read(source)).toThrow(message)
  })
})
