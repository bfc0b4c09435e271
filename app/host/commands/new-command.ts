import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { presentParts } from '#app/host/commands/parts.ts'
import { type Languages, removeAll } from '#app/host/commands/remove-command.ts'
import { readRoutingTable } from '#app/host/vite/routing-plugin.ts'

const SITE = 'app/site.ts'

const OPTIONS = {
  name: { type: 'string' },
  languages: { type: 'string' },
  parts: { type: 'string' },
  test: { type: 'boolean', default: true },
} as const

const ALLOWED = 'allowed: a folder, --name NAME, --languages en,de, --parts lab,report-desk (or none), --no-test'

/** The options of a new application. It keeps these languages and parts, and the command removes the others. */
type Choice = { folder: string; name: string; languages: string[]; parts: string[]; test: boolean }

/** Runs a program, whose messages are shown. */
function run(cwd: string, program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
}

/** Returns the items of a list such as `en,de`. */
function readList(option: string, text: string, allowed: readonly string[]): string[] {
  const items = text === 'none' ? [] : text.split(',').map((item) => item.trim())
  const unknown = items.find((item) => !allowed.includes(item))
  if (unknown === undefined) return items
  throw new Error(`--${option}: ${JSON.stringify(unknown)} is not known; allowed: ${[...allowed, 'none'].join(', ')}`)
}

function checkFolder(root: string, folder: string): void {
  if (!existsSync(join(root, '.git'))) throw new Error(`${root} is not a checkout of git; clone the repository first`)
  if (existsSync(folder)) throw new Error(`${folder} exists already; name a folder that does not`)
  if (!relative(root, folder).startsWith('..')) throw new Error(`${folder} is inside ${root}; name a folder beside it`)
}

/** Reads the options, and asks on a terminal for what they leave open. */
async function readChoice(args: readonly string[], root: string, { locales, defaultLocale }: Languages) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    allowNegative: true,
  })
  if (positionals.length > 1) throw new Error(`${positionals.join(' ')} are several folders`)
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined
  const ask = async (given: string | undefined, question: string, otherwise: string): Promise<string> =>
    given ?? ((await terminal?.question(`${question} (${otherwise}): `))?.trim() || otherwise)
  const known = presentParts(root)
  try {
    const folder = resolve(root, await ask(positionals[0], 'Folder', '../my-app'))
    checkFolder(root, folder)
    const name = await ask(values.name, 'Name of the site', basename(folder))
    const languages = await ask(values.languages, `Languages, of ${locales.join(', ')}`, defaultLocale)
    const parts = await ask(
      values.parts,
      `Parts, of ${known.join(', ')}`,
      known.includes('report-desk') ? 'report-desk' : 'none',
    )
    const choice: Choice = {
      folder,
      name,
      languages: readList('languages', languages, locales),
      parts: readList('parts', parts, known),
      test: values.test,
    }
    if (choice.languages.includes(defaultLocale)) return choice
    throw new Error(`--languages: ${defaultLocale} is the default language; make another one the default afterwards`)
  } finally {
    terminal?.close()
  }
}

/** Returns the source of a string literal, in the quotes of the formatter. */
function literal(text: string): string {
  const json = JSON.stringify(text)
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

/**
 * Makes an application: a clone of this repository with a commit that sets the name of the site and removes the parts and
 * languages that were not chosen. Its remote `upstream` is that of this repository, or this repository.
 *
 * @returns the exit code
 */
export async function createApplication(args: readonly string[], root = process.cwd()): Promise<number> {
  try {
    const table = await readRoutingTable(root)
    const { folder, name, languages, parts, test } = await readChoice(args, root, table)
    run(root, 'git', 'clone', '--quiet', '--origin', 'upstream', root, folder)
    const { stdout } = spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8' })
    if (stdout.trim() !== '') run(folder, 'git', 'remote', 'set-url', 'upstream', stdout.trim())
    run(folder, 'git', 'switch', '--quiet', '--no-track', '--force-create', 'main')
    const isLeft = (item: string) => !languages.includes(item) && !parts.includes(item)
    removeAll(folder, [...presentParts(folder), ...table.locales].filter(isLeft), table)
    const site = readFileSync(join(folder, SITE), 'utf8')
    writeFileSync(
      join(folder, SITE),
      site.replace(/(?<=siteName = ).*/, () => literal(name)),
    )
    run(folder, 'git', 'commit', '--quiet', '--all', '--allow-empty', '--message', `Begin ${name}`)
    process.stdout.write(`made    ${folder}\n`)
    if (test) run(folder, 'npm', 'test')
    return 0
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    process.stderr.write(`${message}\n${code?.startsWith('ERR_PARSE_ARGS') ? `${ALLOWED}\n` : ''}`)
    return 1
  }
}
