import { describe, expect, it } from 'vitest'
import { compileFiles, page } from '#tests/site/handbook/content.ts'

const index = page('[on](run.md#data)', { order: '0' })
const run = page('## Data', { order: '1' })

describe('the handbook', () => {
  it('has every page in every language, translated or in the default one', async () => {
    const handbook = await compileFiles({ 'en/index.md': index, 'en/run.md': run, 'de/index.md': index })
    expect(handbook.de.map(({ slug, lang }) => [slug, lang])).toEqual([
      ['', 'de'],
      ['run', 'en'],
    ])
  })

  it('names the file and the link that leads to no page', async () => {
    await expect(compileFiles({ 'en/index.md': index })).rejects.toThrow(
      'content/en/index.md: link "run.md#data" leads to no page; allowed: index.md',
    )
  })

  it('names the file and the link that leads to no heading', async () => {
    await expect(compileFiles({ 'en/index.md': index, 'en/run.md': page('## Date') })).rejects.toThrow(
      'content/en/index.md: link "run.md#data" leads to no heading of content/en/run.md; allowed: #date',
    )
  })

  it('checks a link to a heading of the same page', async () => {
    await expect(compileFiles({ 'en/index.md': page('[x](#y)') })).rejects.toThrow('link "#y" leads to no heading')
  })

  it('requires translations to keep the headings that others link to', async () => {
    const files = { 'en/index.md': index, 'en/run.md': run }
    await expect(compileFiles({ ...files, 'de/run.md': page('## Daten') })).rejects.toThrow(
      'content/en/index.md: link "run.md#data" leads to no heading of content/de/run.md; allowed: #daten',
    )
    await expect(compileFiles({ ...files, 'de/run.md': page('## Daten {#data}') })).resolves.toBeDefined()
  })

  it.each([
    [
      { 'en/a.md': page('', { order: '1' }), 'en/b.md': page('', { order: '1' }) },
      'field "order" is "1"; already used by content/en/a.md',
    ],
    [{ 'en/a.md': page(''), 'de/b.md': page('') }, 'content/de/b.md: no page in the default language has this name'],
    [{ 'en/a.md': page(''), 'de/a.md': page('', { order: '2' }) }, 'allowed: 1, as in content/en/a.md'],
  ])('refuses pages that do not go together', async (files, message) => {
    await expect(compileFiles(files as Record<string, string>)).rejects.toThrow(message)
  })
})
