import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import ownVariables from '#app/env.server.ts'
import { parseEnv } from '#app/server/env.server.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'

/** Paths that the pages use as examples: of a clone's own application, of an earlier release, or of Next.js. */
const EXAMPLES = [
  /^app\/(tides|gauges)(\/|$)/,
  /^(app\/database\/migrations|tests\/site\/tides)(\/|$)/,
  /^tests\/site\/http\/gauges\.test\.ts$/,
  /^app\/routes\/(\{-\$locale\}\/(tides|gauges|about|blog|shop|sign-in|account)|api\/auth)\b/,
  /^app\/(accounts|auth)(\/|$)/,
  /^app\/(about|blog|shop)(\/|$)/,
  /^app\/(locales|handbook\/content)\/fr(\/|$)/,
  /^app\/locales\/en\/tides\.json$/,
  /^app\/lab\/item\.ts$/,
  /^tides/,
  // Of earlier releases.
  /^(details|mark|upload|visitor)\.tsx?$/,
  /^tests\/site\/(http|browser)\/tides/,
  /^(layout|loading|error|global-error|not-found|page|route|middleware|003-short-name)\.(tsx?|md)$/,
]

/** Names in backticks that occur nowhere in the application: of the platform, of a dependency, or of Next.js. */
const OTHERS = [
  'Host',
  'Location',
  'Allow',
  'createClient',
  'startSeeded',
  'Refresh',
  'Vary',
  'Forwarded',
  'HttpOnly',
  'DatabaseSync',
  'ensureQueryData',
  'handleTunnelRequest',
  'defaultStreamHandler',
  'createClientRpc',
  'readTide',
  'saveTide',
  'testDatabase',
  'betterAuth',
  'advanced',
  'ipAddress',
  'generateMetadata',
  'revalidatePath',
  'revalidateTag',
  'refresh',
  'skipTrailingSlashRedirect',
]

/** Methods that the pages call without the object before them. */
const METHODS = ['cancel', 'invalidate', 'redirects', 'rewrites', 't']

/** Constants and variables in capitals that are neither ours nor exported. */
const OTHER_CAPITALS = new Set([
  'NEXT_LOCALE',
  'SIGTERM',
  'SIGINT',
  'GET',
  'HEAD',
  'POST',
  'VACUUM',
  'FULL',
  'EMAIL_TAKEN',
  'WRONG_SIGN_IN',
  'BETTER_AUTH_SECRET',
])

const files = projectFiles()
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { scripts, imports } = JSON.parse(read('package.json')) as Record<'scripts' | 'imports', Record<string, string>>
const pages = files.filter((path) => path === 'README.md' || /^app\/handbook\/content\/.*\.md$/.test(path))

/** Mentions that stay in the handbook of a clone that removed the lab, until it rewrites them. */
const hasLab = files.some((path) => path.startsWith('app/lab/'))
const isOfTheLab = (text: string) => /(^|[/.])lab[/.]|\blab$/.test(text)

type Mention = { page: string; text: string }

/** Pieces of a page, each with the page's path. Code blocks are read apart from inline code. */
const mentions = (pattern: RegExp, of: (source: string) => string = (source) => source): Mention[] =>
  pages.flatMap((page) => [...of(read(page)).matchAll(pattern)].map(([whole, text = whole]) => ({ page, text })))

const withoutBlocks = (source: string) => source.replaceAll(/^```.*?^```$/gms, '')
const inlineCode = mentions(/`([^`\n]+)`/g, withoutBlocks)
const blocks = mentions(/^```\w*\n(.*?)^```$/gms)

const show = ({ page, text }: Mention) => `${page}: ${text}`

describe('paths that the pages mention', () => {
  const ROOTED = /(?<![\w./-])#?((?:app|tests|public|\.github|\.ci)\/[\w{}$.@/-]*[\w}$])/g
  const rooted = [...new Map(mentions(ROOTED).map((mention) => [show(mention), mention])).values()]
  const exists = (path: string) =>
    `#${path}` in imports || files.some((file) => file === path || file.startsWith(`${path}/`))

  it('are found', () => {
    expect(rooted.length).toBeGreaterThan(50)
  })

  it('exist', () => {
    const missing = rooted.filter(
      ({ text }) => !exists(text) && !EXAMPLES.some((example) => example.test(text)) && (hasLab || !isOfTheLab(text)),
    )
    expect(missing.map(show)).toEqual([])
  })

  it('exist where only the end of a path is given', () => {
    const ends = inlineCode.filter(({ text }) => /^[\w{}$][\w{}$./-]*\.(tsx?|mts|mjs|css|md|svg)$/.test(text))
    expect(ends.length).toBeGreaterThan(20)
    const missing = ends.filter(
      ({ text }) =>
        !files.some((file) => file === text || file.endsWith(`/${text}`)) &&
        !EXAMPLES.some((example) => example.test(text)) &&
        (hasLab || !isOfTheLab(text)),
    )
    expect(missing.map(show)).toEqual([])
  })
})

describe('commands that the pages mention', () => {
  const COMMAND = /\bnpm (?:run ([\w:]+)|(start|test)\b)(?: -- ([^`\n#]+))?/g
  const commands = pages.flatMap((page) =>
    [...read(page).matchAll(COMMAND)].map(([text, run, short, args = '']) => ({
      page,
      text,
      name: run ?? short ?? '',
      args: args.trim().split(/\s+/).filter(Boolean),
    })),
  )

  /** The source of what reads the arguments of a command. */
  const READERS: Record<string, string> = {
    bench: 'tests/bench/run.ts',
    reports: 'app/report-desk/cli.server.ts',
    routes: 'app/host/commands/routes-command.ts',
    test: 'tests/run.ts',
  }

  it('are scripts of package.json', () => {
    expect(commands.length).toBeGreaterThan(30)
    expect(commands.filter(({ name }) => !(name in scripts)).map(show)).toEqual([])
  })

  it('take the options that are given', () => {
    const wrong = commands.filter(({ name, args }) => {
      const options = args.filter((arg) => arg.startsWith('-')).map((arg) => arg.replace(/^-+/, ''))
      const reader = READERS[name]
      return options.some((option) => !reader || !new RegExp(String.raw`\b${option}\b`).test(read(reader)))
    })
    expect(wrong.map(show)).toEqual([])
  })

  it('name parts of the bench and test files that exist', () => {
    const wrong = commands.flatMap(({ page, name, args }) => {
      const words = args.filter((arg) => /^[\w./-]+$/.test(arg) && !arg.startsWith('-'))
      if (name === 'bench') {
        return words.filter((word) => !new RegExp(`^  ${word}: \\{ measure`, 'm').test(read('tests/bench/run.ts')))
      }
      if (name === 'test') {
        return words.filter((word) => !files.some((file) => file.startsWith(word))).map((word) => `${page}: ${word}`)
      }
      return []
    })
    expect(wrong).toEqual([])
  })

  it.each(pages.filter((page) => page.endsWith('/run.md')))('are all in the table of %s', (page) => {
    const rows = [...read(page).matchAll(/^\| `npm (?:run )?([\w:]+)[^`]*`/gm)].map(([, name = '']) => name)
    expect(rows.toSorted()).toEqual(Object.keys(scripts).toSorted())
  })
})

describe('environment variables that the pages mention', () => {
  const parsed = parseEnv(process.env)
  // Without those that the application declares itself.
  const variables = parsed.type === 'ok' ? Object.keys(parsed.env).filter((name) => !(name in ownVariables)) : []
  // Read while building or testing, and not by the running application.
  const known = new Set([...variables, 'ROUTING_TABLE', 'NODE_ENV', 'CHROMIUM', 'CI'])
  const constants = new Set(exportedNames().keys())

  it('are read by the application', () => {
    const capitals = mentions(/(?<![\w.$])([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?![\w(])/g)
    expect(capitals.length).toBeGreaterThan(50)
    const unknown = capitals.filter(
      ({ text }) =>
        !known.has(text) && !constants.has(text) && !OTHER_CAPITALS.has(text) && !/^(BERTH|GAUGE)_/.test(text),
    )
    expect(unknown.map(show)).toEqual([])
  })

  it.each(pages.filter((page) => page.endsWith('/run.md')))('are all in the table of %s', (page) => {
    const rows = [...read(page).matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name)
    expect(rows.toSorted()).toEqual(variables.toSorted())
  })
})

/** Exported names of the application, each with the files that export it. */
function exportedNames(): Map<string, string[]> {
  const names = new Map<string, string[]>()
  const add = (name: string, file: string) => names.set(name, [...(names.get(name) ?? []), file])
  for (const file of files.filter((path) => /^(app|tests)\/.*\.tsx?$/.test(path) || path === 'app.config.ts')) {
    const source = read(file)
    const declared = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm
    for (const [, name = ''] of source.matchAll(declared)) add(name, file)
    for (const [, list = ''] of source.matchAll(/^export \{([^}]+)\}/gm)) {
      for (const part of list.split(',')) add(part.replace(/^.* as /, '').trim(), file)
    }
  }
  return names
}

describe('names that the pages mention', () => {
  const exported = exportedNames()
  it('are exported where a block of code imports them from', () => {
    const IMPORT = /^import (?:type )?\{([^}]+)\} from '(#app\/[^']+)'/gm
    const found = blocks.flatMap(({ page, text }) =>
      [...text.matchAll(IMPORT)].flatMap(([, names = '', from = '']) =>
        names.split(',').map((name) => ({ page, name: name.replace(/^\s*type /, '').trim(), from })),
      ),
    )
    expect(found.length).toBeGreaterThan(10)
    const wrong = found.filter(({ name, from }) => {
      const path = imports[from]?.replace('./', '') ?? from.slice(1)
      if (EXAMPLES.some((example) => example.test(path)) || (!hasLab && isOfTheLab(path))) return false
      return !exported.get(name)?.includes(path)
    })
    expect(wrong.map(({ page, name, from }) => `${page}: ${name} from ${from}`)).toEqual([])
  })

  // Words with a capital inside, and calls, count as names: `name()`, `someName`, `name.member`, `<Name …>`.
  const NAME = /^<?([A-Za-z_$][\w$]*(?:\.[A-Za-z]\w*)*)(\(.*\))?(?: .*>|>)?$/
  const names = inlineCode.flatMap(({ page, text }) => {
    const [, name = '', call] = NAME.exec(text) ?? []
    const isName = call !== undefined || (/[a-z][A-Z]|^[A-Z][a-z]/.test(name) && !/^[A-Z\d_]+$/.test(name))
    return isName && name !== '' ? [{ page, text: name, isFunction: call !== undefined && !name.includes('.') }] : []
  })
  const sources = files
    .filter((path) => /^(app|tests\/harness|tests\/shell)\/.*\.tsx?$/.test(path) || path === 'app.config.ts')
    .map(read)

  it('are functions that the application exports or imports, where they are called', () => {
    const imported = sources
      .flatMap((source) => [...source.matchAll(/^import (?:type )?\{([^}]+)\}/gm)])
      .flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
    const known = new Set([...exported.keys(), ...imported, ...OTHERS, ...METHODS])
    const functions = names.filter(({ isFunction }) => isFunction)
    expect(functions.length).toBeGreaterThan(10)
    expect(functions.filter(({ text }) => !known.has(text)).map(show)).toEqual([])
  })

  it('are written somewhere in the application', () => {
    const written = new Set([...sources.flatMap((source) => source.match(/[\w$]+/g) ?? []), ...OTHERS])
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter(({ text }) => text.split('.').some((part) => !written.has(part))).map(show)).toEqual([])
  })
})
