import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { planRemoval, type Removal } from '#fairlead/cli/remove-command.ts'
import { temporaryFolder, writeFiles } from '#tests/harness/temporary-folder.ts'

const TABLE = `export default defineRouting({
  locales: ['en', 'de', 'pt-BR'],
  defaultLocale: 'en',
})
`
const FILES = {
  'app/routing.ts': TABLE,
  'package.json': '{ "imports": { "#messages/*": "./app/locales/en/*" }, "scripts": { "start": "a", "reports": "b" } }',
  'app/lab/picture.tsx': '',
  'app/routes/{-$locale}/lab/route.tsx': '',
  'app/routes/{-$locale}/index.tsx': '',
  'app/locales/en/shell.json': '{ "nav": { "home": "Home" } }',
  'app/locales/en/lab.json': '{}',
  'app/locales/de/shell.json': '{ "nav": { "home": "Start" } }',
  'app/routes/{-$locale}/reports/route.tsx': '',
  'app/parts.ts': "import reportDesk from 'fairlead/report-desk/part'\n\nexport default [reportDesk]\n",
}
const LANGUAGES = { locales: ['en', 'de', 'pt-BR'], defaultLocale: 'en' }
const GERMAN = { ...LANGUAGES, defaultLocale: 'de' }

let root: string
beforeEach(() => {
  root = temporaryFolder()
  writeFiles(root, FILES)
})
const plan = (name: string, languages = LANGUAGES): Removal => planRemoval(root, name, languages)

describe('a removal is refused', () => {
  it.each<[what: string, name: string, why: string, languages?: typeof LANGUAGES]>([
    [
      'of an unknown part',
      'shell',
      '"shell" is not a part or a language of this application; allowed: lab, report-desk, de',
    ],
    ['of a member of every object', 'constructor', '"constructor" is not a part'],
    ['of the default language', 'en', 'en is the default language; make another one the default'],
    ['of the language of the types', 'en', '#messages/ in package.json is the folder of en', GERMAN],
    ['of a part that has been removed', 'handbook', 'handbook has been removed already'],
  ])('%s', (_, name, why, languages) => {
    expect(() => plan(name, languages)).toThrow(why)
  })
})

describe('a removal', () => {
  it('of a part deletes its files with its messages, and its scripts; it is only planned', () => {
    expect(plan('lab')).toEqual({
      deleted: ['app/lab', 'app/locales/en/lab.json', 'app/routes/{-$locale}/lab'],
      edits: [],
    })
    expect(plan('report-desk')).toMatchObject({
      deleted: ['app/routes/{-$locale}/reports'],
      edits: [
        { path: 'package.json', change: 'without the scripts reports' },
        { path: 'app/parts.ts', change: 'without report-desk', text: 'export default []\n' },
      ],
    })
    for (const [path, text] of Object.entries(FILES)) expect(readFileSync(join(root, path), 'utf8')).toBe(text)
  })

  it.each([
    ['de', "locales: ['en', 'pt-BR'],"],
    ['pt-BR', "locales: ['en', 'de'],"],
  ])('of the language %s takes it out of the table', (locale, line) => {
    const removal = plan(locale)
    expect(removal.edits).toMatchObject([{ path: 'app/routing.ts', text: TABLE.replace(/locales.*/, line) }])
  })

  it.each([
    ["domains: [{ domain: 'a.example', defaultLocale: 'pt-BR' }],", true],
    ["pathnames: { '/about': { 'pt-BR': '/sobre' } },", true],
    ["redirects: [{ source: '/pt-BR-old', destination: '/', permanent: true }],", false],
  ])('of a language is refused while the table has %s: %s', (line, isRefused) => {
    writeFiles(root, { 'app/routing.ts': TABLE.replace('})', `  ${line}\n})`) })
    const why = 'app/routing.ts:4 names pt-BR besides locales; remove it there by hand first'
    if (isRefused) expect(() => plan('pt-BR')).toThrow(why)
    else expect(plan('pt-BR').edits).toHaveLength(1)
  })
})
