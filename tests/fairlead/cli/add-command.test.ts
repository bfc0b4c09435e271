import { describe, expect, it } from 'vitest'
import { addDesk } from '#fairlead/cli/add-desk.ts'
import { addLocales, hasRules, readTags } from '#fairlead/cli/add-languages.ts'
import { deskFiles, templateFiles } from '#fairlead/cli/template-files.ts'

const table = (locales: string) => `export default defineRouting({ locales: ${locales}, defaultLocale: 'en' })\n`

describe('the languages of a table', () => {
  it.each([
    ["['en']", ['de'], "['en', 'de']"],
    ["['en', 'de'] as const", ['ja', 'pt-BR'], "['en', 'de', 'ja', 'pt-BR'] as const"],
  ])('%s with %j are %s', (before, tags, after) => {
    expect(addLocales(table(before), tags)).toBe(table(after))
  })

  it('leave out the languages of a domain', () => {
    const domains = "domains: [{ domain: 'a.example', locales: ['en'] }], "
    const source = table("['en']").replace('({ ', `({ ${domains}`)
    expect(addLocales(source, ['de'])).toBe(table("['en', 'de']").replace('({ ', `({ ${domains}`))
  })

  it.each([
    ['a language that is there', table("['en', 'pt-BR']"), ['pt-br'], /^app\/routing\.ts: pt-br is there already$/],
    [
      'a list that is elsewhere',
      table('LOCALES'),
      ['de'],
      /^app\/routing\.ts: the list of locales is not found; allowed/,
    ],
  ])('are refused with %s', (_, source, tags, why) => {
    expect(() => addLocales(source, tags)).toThrow(why)
  })

  it('have rules of their own where the table has some', () => {
    expect(hasRules(`/** Languages and redirects. */\n${table("['en']")}`)).toBe(false)
    expect(hasRules(table("['en'], redirects: []"))).toBe(true)
  })

  it('are named by tags, each once', () => {
    expect(readTags('de, pt-br,de')).toEqual(['de', 'pt-BR'])
    expect(() => readTags('de_AT')).toThrow(
      /^"de_AT" is not a language tag of BCP 47; allowed: tags such as de, pt-BR$/,
    )
  })
})

const options = { name: 'Tides', parts: [], library: '~1.0.0' }

describe('the desk', () => {
  it.each([
    ['at the root', ['en'] as const],
    ['below the languages', ['en', 'de'] as const],
  ])('is added %s as in a new application that has it', (_, languages) => {
    const files = templateFiles({ ...options, languages })
    const added = addDesk(files, deskFiles())
    expect(added.size).toBe(11)
    const withDesk = templateFiles({ ...options, languages, parts: ['report-desk'] })
    expect(Object.fromEntries([...files, ...added])).toEqual(Object.fromEntries(withDesk))
    expect(() => addDesk(withDesk, deskFiles())).toThrow(/^report-desk is there already: app\/routes has reports$/)
  })

  it('is added to other parts', () => {
    const files = new Map([
      [
        'app/server.ts',
        "import mail from '#app/mail.ts'\n\nexport default createServer({ getRouter, parts: [mail] })\n",
      ],
      ['app/parts.ts', "import mail from '#app/mail.ts'\n\nexport default [mail]\n"],
    ])
    const added = addDesk(files, deskFiles())
    expect(added.get('app/server.ts')).toContain('createServer({ getRouter, parts: [mail, reportDesk] })')
    expect(added.get('app/server.ts')).toMatch(
      /^import reportDesk from 'fairlead\/report-desk\/part\.server'\nimport mail/,
    )
    expect(added.get('app/parts.ts')).toContain('export default [mail, reportDesk]')
  })

  it('is refused where the server has no options', () => {
    expect(() => addDesk(new Map([['app/server.ts', 'export default serve()']]), deskFiles())).toThrow(
      /^app\/server\.ts: no list of parts is found; add reportDesk of fairlead\/report-desk\/part\.server to it$/,
    )
  })
})
