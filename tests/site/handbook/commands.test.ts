import { describe, expect, it } from 'vitest'
import { shellVariables } from '#fairlead/platform/env.server.ts'
import { exportedNames, files, mentions, pages, read, scripts, show } from '#tests/site/handbook/mentions.ts'

/** Constants and variables in capitals that are neither ours nor exported. */
const OTHER_CAPITALS = new Set([
  'NEXT_LOCALE',
  'EMAIL_TAKEN',
  'WRONG_SIGN_IN',
  'BETTER_AUTH_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'RESET_USED',
  'OUT_OF_STOCK',
  'FILE_TYPE',
  'LIFETIME_MS',
  'MAILS_PER_DAY',
  'BUOY_CHANGED',
  'NOT_YOURS',
  'NO_PICTURE',
  'MOST_PIXELS',
  'PICTURE_FILE',
])

describe('commands that the pages mention', () => {
  const COMMAND = /\bnpm (?:run ([\w:-]+)|(start|test)\b)(?: -- ([^`\n#]+))?/g
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
    build: 'app/fairlead/cli/run-command.ts',
    'from-next': 'app/from-next/command.ts',
    new: 'app/fairlead/cli/new-command.ts',
    reports: 'app/fairlead/report-desk/cli.server.ts',
    routes: 'app/fairlead/cli/routes-command.ts',
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

  /** The command that a page of its own tells of. */
  const ON_OWN_PAGE = 'from-next'

  it.each(pages.filter((page) => page.endsWith('/run.md')))('are all in the table of %s', (page) => {
    const rows = [...read(page).matchAll(/^\| `npm (?:run )?([\w:-]+)[^`]*`/gm)].map(([, name = '']) => name)
    expect(rows.toSorted()).toEqual(
      Object.keys(scripts)
        .filter((name) => name !== ON_OWN_PAGE)
        .toSorted(),
    )
  })
})

describe('environment variables that the pages mention', () => {
  const variables = Object.keys(shellVariables.entries)
  // Read while building or testing, and not by the running application.
  const known = new Set([...variables, 'ROUTING_TABLE', 'ASSETS_ORIGIN', 'NODE_ENV', 'CHROMIUM', 'TEST_POSTGRES', 'CI'])
  const constants = new Set(exportedNames().keys())

  it('are read by the application', () => {
    const capitals = mentions(/(?<![\w.$])([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?![\w(])/g)
    expect(capitals.length).toBeGreaterThan(50)
    const unknown = capitals.filter(
      ({ text }) =>
        !known.has(text) && !constants.has(text) && !OTHER_CAPITALS.has(text) && !/^(BERTH|GAUGE|MAIL|S3)_/.test(text),
    )
    expect(unknown.map(show)).toEqual([])
  })

  it.each(pages.filter((page) => page.endsWith('/run.md')))('are all in the table of %s', (page) => {
    const rows = [...read(page).matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name)
    expect(rows.toSorted()).toEqual(variables.toSorted())
  })
})
