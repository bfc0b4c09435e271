import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PARTS } from '#app/host/commands/parts.ts'
import routing from '#app/routing.ts'
import { messageFiles, readMessages } from '#tests/harness/messages.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'
import { importsIn, textsIn } from '#tests/site/source-texts.ts'

const files = projectFiles()
const isWhole = Object.keys(PARTS).every((part) => files.some((path) => path.startsWith(`app/${part}/`)))

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
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))

/** Tests of the built site and of its types. Others name pages as mere text. */
const ofSite = sources.filter(({ path }) =>
  /^tests\/(site\/(?!handbook|report-desk)|shell\/commands)|test-d/.test(path),
)
const ofShell = sources.filter(({ path }) => /^tests\/(shell|harness)\//.test(path))

/** Files that name what may be removed only if it is there, or as mere text. */
const EXEMPT = new Set([
  'tests/site/pages.ts',
  'tests/site/global-setup.ts',
  'tests/site/browser/layout-shift.test.ts',
  'tests/site/browser/desk-fixture.ts',
  'tests/site/handbook/commands.test.ts',
  'tests/site/types/links.test-d.tsx',
  'tests/site/parts.test.ts',
  'tests/shell/browser/localized-paths.test.ts',
  'tests/shell/harness/projects.test.ts',
  'tests/shell/host/commands/remove-command.test.ts',
  'tests/shell/lint/import-directions.test.ts',
  'tests/shell/locales/merge-messages.test.ts',
  'tests/shell/patterns/linear.test.ts',
])
const judged = (list: typeof sources) => list.filter(({ path }) => !EXEMPT.has(path))

// A part that is removed takes files of others with it.
describe.runIf(isWhole)('what npm run remove deletes', () => {
  it.each(patterns)('with %s, %s, is there', (_, pattern) => {
    expect(expand(pattern)).not.toEqual([])
  })

  describe.each(Object.entries(PARTS))('with %s', (_, { files: own }) => {
    const deleted = own.flatMap(alternatives).flatMap(expand)
    const isDeleted = (path: string) => deleted.some((entry) => path === entry || path.startsWith(`${entry}/`))
    const left = ({ path }: { path: string }) => !isDeleted(path)
    const folders = deleted.flatMap((path) => /^app\/routes\/\{-\$locale\}\/([\w-]+)$/.exec(path)?.[1] ?? [])

    it('is imported by nothing that is left', () => {
      const found = judged(sources)
        .filter(left)
        .flatMap(({ path, source }) =>
          importsIn(source)
            .filter(isDeleted)
            .map((target) => `${path}: ${target}`),
        )
      expect(found).toEqual([])
    })

    it('is read by no test that is left', () => {
      const exists = (text: string) => files.some((path) => path === text || path.startsWith(`${text}/`))
      const found = judged(sources.filter(({ path }) => path.startsWith('tests/')))
        .filter(left)
        .flatMap(({ path, source }) =>
          textsIn(path, source).flatMap((text) => (isDeleted(text) && exists(text) ? `${path}: ${text}` : [])),
        )
      expect(found).toEqual([])
    })

    it('is asked for by no test that is left', () => {
      const page = new RegExp(String.raw`^(/\{-\$locale\}|/[a-z]{2})?/(${folders.join('|')})([/?#]|$)`)
      expect(folders).not.toEqual([])
      const found = judged(ofSite)
        .filter(left)
        .flatMap(({ path, source }) =>
          textsIn(path, source).flatMap((text) => (page.test(text) ? `${path}: ${text}` : [])),
        )
      expect(found).toEqual([])
    })
  })
})

/** Returns true if a message contains a text that no letter continues. */
function hasWords(message: string, text: string): boolean {
  const at = message.indexOf(text)
  return at >= 0 && !/\p{L}/u.test(message.charAt(at - 1) + message.charAt(at + text.length))
}

describe.runIf(isWhole && routing.locales.length > 1)('a language that npm run remove deletes', () => {
  const locales = routing.locales.filter((locale) => locale !== routing.defaultLocale)
  const messagesIn = (locale: string) => messageFiles.flatMap(({ of }) => [...readMessages(of(locale)).values()])
  const own = messagesIn(routing.defaultLocale).join('\n')
  const others = locales.flatMap(messagesIn).filter((message) => !own.includes(message))
  /** Returns true for a piece of a translation. Short ones are too much like names. */
  const isMessage = (text: string) =>
    (text.length > 5 || /[^\0-\u024F]{3}/.test(text)) &&
    text !== 'undefined' &&
    !own.includes(text) &&
    others.some((message) => hasWords(message, text))
  const prefixed = new RegExp(`^/(${locales.join('|')})(/|$)`)

  it('is read by no test of the shell: messageIn() returns what its application shows', () => {
    const found = judged(ofShell).flatMap(({ path, source }) =>
      textsIn(path, source)
        .filter(isMessage)
        .map((text) => `${path}: ${text}`),
    )
    expect(found).toEqual([])
  })

  it('is asked for by tests of the site only if it is there, or as OTHER', () => {
    const found = judged(ofSite)
      .filter(({ path }) => path.startsWith('tests/site/'))
      .filter(({ source }) => !importsIn(source).includes('tests/site/languages.ts'))
      .flatMap(({ path, source }) =>
        textsIn(path, source).flatMap((text) => (prefixed.test(text) || isMessage(text) ? `${path}: ${text}` : [])),
      )
    expect(found).toEqual([])
  })
})
