import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readChoice } from '#fairlead/cli/new-command.ts'
import { packageName, TEMPLATE_LANGUAGES, TEMPLATE_PARTS, templateFiles } from '#fairlead/cli/template-files.ts'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

type Ranges = Record<string, string>
type Manifest = { dependencies: Ranges; devDependencies: Ranges; peerDependencies: Ranges } & Record<string, unknown>

const manifestOf = (text: string | undefined) => JSON.parse(text ?? '') as Manifest
const readManifest = (path: string) => manifestOf(readFileSync(join(root, path), 'utf8'))

const options = {
  name: 'Tides',
  languages: ['en'],
  parts: [] as string[],
  library: 'file:fairlead-1.0.0.tgz',
} as const

describe('the files of a new application', () => {
  it('are at most 40, with 1 200 lines, in two languages with the desk', () => {
    const files = templateFiles({ ...options, languages: ['en', 'de'], parts: TEMPLATE_PARTS })
    expect(files.size).toBeLessThanOrEqual(40)
    const lines = [...files.values()].reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
    expect(lines).toBeLessThanOrEqual(1_200)
  })

  it.each(TEMPLATE_LANGUAGES)(
    'have no placeholder left, and its texts, with %s as the default language',
    (language) => {
      const files = templateFiles({
        ...options,
        languages: [language, ...TEMPLATE_LANGUAGES.filter((other) => other !== language)],
      })
      for (const text of files.values()) expect(text).not.toMatch(/__[A-Z_]+__/)
      expect(files.get('app/routing.ts')).toContain(`locales: ['${language}', `)
      expect(files.get('app/routing.ts')).toContain(`defaultLocale: '${language}'`)
      expect(files.get('app/register.d.ts')).toContain(`#app/locales/${language}/guestbook.json`)
      expect(files.has(`app/locales/${language}/shell.json`)).toBe(false)
    },
  )

  it.each(TEMPLATE_LANGUAGES)('have pages at the root, and texts in components, with %s alone', (language) => {
    const files = templateFiles({ ...options, languages: [language], parts: TEMPLATE_PARTS })
    expect(files.get('app/routes/index.tsx')).toContain("createFileRoute('/')({")
    expect([...files.keys()].filter((path) => path.startsWith('app/locales/'))).toEqual([])
    for (const [path, text] of files)
      if (path.startsWith('app/'))
        expect(text).not.toMatch(/\{-\$locale\}|useTranslations|loadMessages|__[A-Z_]+__|\/\/- /)
  })

  it('have the messages of the chosen languages alone, each with the keys of all', () => {
    const files = templateFiles({ ...options, languages: ['de', 'ja'] })
    const locales = [...files.keys()].filter((path) => path.startsWith('app/locales/'))
    expect(locales).toEqual(['de/guestbook', 'ja/guestbook', 'ja/shell'].map((name) => `app/locales/${name}.json`))
    const keys = (path: string) => Object.keys(JSON.parse(files.get(path) ?? '') as object)
    expect(keys('app/locales/ja/guestbook.json')).toEqual(keys('app/locales/de/guestbook.json'))
  })

  it('have the desk as this site has it, if it was chosen', () => {
    const files = templateFiles({ ...options, languages: ['en', 'de'], parts: ['report-desk'] })
    const desk = [...files].filter(([path]) => path.includes('/reports/'))
    expect(desk).toHaveLength(9)
    for (const [path, text] of desk) expect(readFileSync(join(root, path), 'utf8')).toBe(text)
    expect(files.get('app/server.ts')).toContain('createServer({ getRouter, parts: [reportDesk] })')
  })

  it('have nothing of the desk otherwise', () => {
    const files = templateFiles(options)
    expect([...files].filter(([path, text]) => /parts|reports/.test(path) || text.includes('report-desk'))).toEqual([])
  })

  it.each([
    ["Ada's “tides”", `"Ada's “tides”"`, 'ada-s-tides'],
    ['Ölhafen "Süd"', `'Ölhafen "Süd"'`, 'olhafen-sud'],
    ['潮', "'潮'", 'application'],
  ])('have the name %s everywhere', (name, source, id) => {
    const files = templateFiles({ ...options, name })
    expect(files.get('app/site.ts')).toContain(`siteName = ${source}\n`)
    expect(files.get('README.md')).toContain(`# ${name}\n`)
    expect(manifestOf(files.get('package.json')).name).toBe(id)
    expect(packageName(name)).toBe(id)
  })

  it('have the packages of the library in its ranges, and those of this project for the rest', () => {
    const { dependencies, devDependencies, ...rest } = manifestOf(templateFiles(options).get('package.json'))
    const { peerDependencies } = readManifest('app/fairlead/package.json')
    const site = readManifest('package.json')
    const { fairlead, ...others } = { ...dependencies, ...devDependencies }
    expect(fairlead).toBe('file:fairlead-1.0.0.tgz')
    const pinned = { ...site.dependencies, ...site.devDependencies }
    expect(others).toEqual(
      Object.fromEntries(Object.keys(others).map((name) => [name, peerDependencies[name] ?? `~${pinned[name]}`])),
    )
    expect(rest.overrides).toEqual(site.overrides)
  })
})

describe('the command', () => {
  const folder = temporaryFolder()

  it.each([
    ['an unknown option', ['made', '--nam', 'x'], /Unknown option '--nam'.*\nallowed: FOLDER, --name NAME/],
    ['no folder', [], /^new: a folder is missing; allowed: FOLDER/],
    ['two folders', ['made', 'other'], /^made other are several folders/],
    ['a folder with files', ['full'], /full is not empty; name a folder that is empty or not there$/],
    ['a file', ['file'], /file is a file; name a folder/],
    ['a name of several lines', ['made', '--name', 'a\nb'], /^--name: allowed: one line of text$/],
    [
      'an unknown language',
      ['made', '--languages', 'en,xx'],
      /^--languages: "xx" is not known; allowed: en, de, ja, ar$/,
    ],
    ['no language', ['made', '--languages', ''], /^--languages: the default language is missing; name it first/],
    ['an unknown part', ['made', '--parts', 'lab'], /^--parts: "lab" is not known; allowed: report-desk$/],
  ])('refuses %s', async (_, args, why) => {
    mkdirSync(join(folder, 'full'), { recursive: true })
    writeFileSync(join(folder, 'full/notes.txt'), '')
    writeFileSync(join(folder, 'file'), '')
    const placed = args.map((arg) => (['full', 'file'].includes(arg) ? join(folder, arg) : arg))
    await expect(readChoice(placed)).rejects.toThrow(why)
  })

  it('takes the name of the folder and English where nothing else is said', async () => {
    const made = join(folder, 'made')
    const choice = { folder: made, name: 'made', languages: ['en'], parts: [], install: true }
    await expect(readChoice([made])).resolves.toEqual(choice)
  })

  it('asks for what the arguments leave open', async () => {
    const asked: string[] = []
    const answers = ['Tides', 'de, en', 'report-desk']
    const choice = await readChoice([join(folder, 'made')], async (question) => {
      asked.push(question)
      return answers.shift() ?? ''
    })
    expect(choice).toMatchObject({ name: 'Tides', languages: ['de', 'en'], parts: ['report-desk'] })
    expect(asked).toEqual([
      'Name of the site',
      'Languages, the default one first, of en, de, ja, ar',
      'Parts, of report-desk',
    ])
  })
})
