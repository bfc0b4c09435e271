import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PARTS, presentParts } from '#fairlead/cli/parts.ts'
import routing from '#app/routing.ts'
import { namespaces, readMessages } from '#tests/harness/messages.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'
import { importsIn, textsIn } from '#tests/site/source-texts.ts'

const files = projectFiles()
const isWhole = Object.keys(PARTS).every((part) => presentParts(root).includes(part))

/** Returns a pattern once for each of the alternatives in its braces. Those around `-$locale` are part of a name. */
function alternatives(pattern: string): string[] {
  const [braces, list] = /\{([^{}$]+)\}/.exec(pattern) ?? []
  if (braces === undefined || list === undefined) return [pattern]
  return list.split(',').flatMap((one) => alternatives(pattern.replace(braces, one)))
}

const expand = (pattern: string) => globSync(pattern.replace('{-$locale}', '[{]-$locale[}]'), { cwd: root })

const patterns = Object.entries(PARTS).flatMap(([part, { files: own }]) =>
  own.flatMap(alternatives).map((pattern) => [part, pattern] as const),
)

/** The sources that tests and builds read. The bench is run by hand. */
const sources = files
  .filter((path) => /^(app|tests)\/.*\.tsx?$|^app\.config\.ts$/.test(path) && !path.startsWith('tests/bench/'))
  .map((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    const texts = path.startsWith('tests/') ? new Set(textsIn(path, source)) : new Set<string>()
    return { path, imports: importsIn(source), texts: [...texts] }
  })

/** Tests of the built site and of its types. Others name pages as mere text. */
const ofSite = sources.filter(({ path }) =>
  /^tests\/(site\/(?!handbook|report-desk|from-next)|application\/commands)|test-d/.test(path),
)
const ofShell = sources.filter(({ path }) => /^tests\/(fairlead|application|harness)\//.test(path))

/** Files that name what may be removed only if it is there, or as mere text. */
const EXEMPT = new Set([
  // They list the parts: the command edits them.
  'app/parts.ts',
  'app/server.ts',
  'app.config.ts',
  'tests/site/pages.ts',
  'tests/site/global-setup.ts',
  'tests/site/browser/layout-shift.test.ts',
  'tests/site/browser/desk-fixture.ts',
  'tests/site/handbook/commands.test.ts',
  'tests/site/types/links.test-d.tsx',
  'tests/site/parts.test.ts',
  'tests/application/browser/localized-paths.test.ts',
  'tests/fairlead/harness/projects.test.ts',
  'tests/fairlead/cli/remove-command.test.ts',
  'tests/fairlead/lint/import-directions.test.ts',
  'tests/fairlead/messages/merge-messages.test.ts',
  'tests/fairlead/patterns/linear.test.ts',
  'tests/soak/upgrades.test.ts',
])

type Source = (typeof sources)[number]

/** Returns what sources import or have as text and should not, each with its file. */
function found(list: readonly Source[], of: 'imports' | 'texts', isFault: (text: string) => boolean): string[] {
  return list
    .filter(({ path }) => !EXEMPT.has(path))
    .flatMap((source) => source[of].filter(isFault).map((text) => `${source.path}: ${text}`))
}

// A part that is removed takes files of others with it.
describe.runIf(isWhole)('what npm run remove deletes', () => {
  it.each(patterns)('with %s, %s, is there', (_, pattern) => {
    expect(expand(pattern)).not.toEqual([])
  })

  describe.each(Object.entries(PARTS))('with %s', (_, { files: own }) => {
    const deleted = own.flatMap(alternatives).flatMap(expand)
    const isDeleted = (path: string) => deleted.some((entry) => path === entry || path.startsWith(`${entry}/`))
    const left = ({ path }: Source) => !isDeleted(path)
    const folders = deleted.flatMap((path) => /^app\/routes\/\{-\$locale\}\/([\w-]+)$/.exec(path)?.[1] ?? [])

    it('is imported by nothing that is left', () => {
      expect(found(sources.filter(left), 'imports', isDeleted)).toEqual([])
    })

    it('is read by no test that is left', () => {
      const exists = (text: string) => files.some((path) => path === text || path.startsWith(`${text}/`))
      expect(found(sources.filter(left), 'texts', (text) => isDeleted(text) && exists(text))).toEqual([])
    })

    it('is asked for by no test that is left', () => {
      const page = new RegExp(String.raw`^(/\{-\$locale\}|/[a-z]{2})?/(${folders.join('|')})([/?#]|$)`)
      if (folders.length === 0) return
      expect(found(ofSite.filter(left), 'texts', (text) => page.test(text))).toEqual([])
    })
  })
})

describe.runIf(isWhole && routing.locales.length > 1)('a language that npm run remove deletes', () => {
  const locales = routing.locales.filter((locale) => locale !== routing.defaultLocale)
  const messagesIn = (locale: string) =>
    namespaces.flatMap((namespace) => [...readMessages(locale, namespace).values()]).join('\n')
  const own = messagesIn(routing.defaultLocale)
  const others = locales.map(messagesIn).join('\n')

  /** Returns true for words of a translation. Short ones are too much like names. */
  function isTranslation(text: string): boolean {
    const isLong = text.length > 5 || /[^\0-\u024F]{3}/.test(text)
    if (!isLong || text === 'undefined' || own.includes(text)) return false
    for (let at = others.indexOf(text); at >= 0; at = others.indexOf(text, at + 1)) {
      if (!/\p{L}/u.test(others.charAt(at - 1) + others.charAt(at + text.length))) return true
    }
    return false
  }

  it('is read by no test of the shell: messageIn() returns what its application shows', () => {
    expect(found(ofShell, 'texts', isTranslation)).toEqual([])
  })

  it('is asked for by tests of the site only if it is there, or as OTHER', () => {
    const prefixed = new RegExp(`^/(${locales.join('|')})(/|$)`)
    const unaware = ofSite.filter(
      ({ path, imports }) => path.startsWith('tests/site/') && !imports.includes('tests/site/languages.ts'),
    )
    expect(found(unaware, 'texts', (text) => prefixed.test(text) || isTranslation(text))).toEqual([])
  })
})
