import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { presentParts } from '#fairlead/cli/parts.ts'
import { type Languages, removeAll } from '#fairlead/cli/remove-command.ts'
import { loadTable } from '#fairlead/cli/routes-command.ts'

const SITE = 'app/site.ts'

const OPTIONS = {
  name: { type: 'string' },
  languages: { type: 'string' },
  parts: { type: 'string' },
  test: { type: 'boolean', default: true },
} as const

const ALLOWED = 'allowed: a folder, --name NAME, --languages en,de, --parts lab,report-desk (or none), --no-test'

function run(cwd: string, program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new CommandError(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
}

function readList(option: string, text: string, allowed: readonly string[]): string[] {
  const items = text === 'none' ? [] : text.split(',').map((item) => item.trim())
  const unknown = items.find((item) => !allowed.includes(item))
  if (unknown === undefined) return items
  throw new CommandError(
    `--${option}: ${JSON.stringify(unknown)} is not known; allowed: ${[...allowed, 'none'].join(', ')}`,
  )
}

function checkFolder(root: string, folder: string): void {
  if (!existsSync(join(root, '.git')))
    throw new CommandError(`${root} is not a checkout of git; clone the repository first`)
  if (existsSync(folder)) throw new CommandError(`${folder} exists already; name a folder that does not`)
  const path = relative(root, folder)
  // Also a folder of another drive is beside it, and `..x` is inside.
  if (!isAbsolute(path) && path.split(sep, 1)[0] !== '..')
    throw new CommandError(`${folder} is inside ${root}; name a folder beside it`)
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${ALLOWED}`)
  }
}

/** Asks on a terminal for what the options leave open. */
async function readChoice(args: readonly string[], root: string, { locales, defaultLocale }: Languages) {
  const { values, positionals } = readOptions(args)
  if (positionals.length > 1) throw new CommandError(`${positionals.join(' ')} are several folders`)
  using terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined
  const ask = async (given: string | undefined, question: string, otherwise: string): Promise<string> =>
    given ?? ((await terminal?.question(`${question} (${otherwise}): `))?.trim() || otherwise)
  const known = presentParts(root)
  const folder = resolve(root, await ask(positionals[0], 'Folder', '../my-app'))
  checkFolder(root, folder)
  const name = await ask(values.name, 'Name of the site', basename(folder))
  const chosen = await ask(values.languages, `Languages, of ${locales.join(', ')}`, defaultLocale)
  const usual = known.includes('report-desk') ? 'report-desk' : 'none'
  const parts = readList('parts', await ask(values.parts, `Parts, of ${known.join(', ')}`, usual), known)
  const languages = readList('languages', chosen, locales)
  if (languages.includes(defaultLocale)) return { folder, name, kept: [...languages, ...parts], test: values.test }
  throw new CommandError(
    `--languages: ${defaultLocale} is the default language; make another one the default afterwards`,
  )
}

/** Returns the source of a string literal, in the quotes of the formatter. */
function literal(text: string): string {
  const json = JSON.stringify(text)
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

/**
 * Makes an application of the old kind: a clone of this repository with a commit that sets the name of the site and removes the parts and
 * languages that were not chosen. Its remote `upstream` is that of this repository, or this repository.
 */
export async function cloneApplication(args: readonly string[], root = process.cwd()): Promise<void> {
  const table = await loadTable(root)
  // All other parts and languages are removed.
  const { folder, name, kept, test } = await readChoice(args, root, table)
  run(root, 'git', 'clone', '--quiet', '--origin', 'upstream', root, folder)
  const { stdout } = spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8' })
  if (stdout.trim() !== '') run(folder, 'git', 'remote', 'set-url', 'upstream', stdout.trim())
  run(folder, 'git', 'switch', '--quiet', '--no-track', '--force-create', 'main')
  const all = [...presentParts(folder), ...table.locales]
  removeAll(
    folder,
    all.filter((item) => !kept.includes(item)),
    table,
  )
  const site = readFileSync(join(folder, SITE), 'utf8')
  writeFileSync(
    join(folder, SITE),
    site.replace(/(?<=siteName = ).*/, () => literal(name)),
  )
  run(folder, 'git', 'commit', '--quiet', '--all', '--allow-empty', '--message', `Begin ${name}`)
  process.stdout.write(`made    ${folder}\n`)
  if (test) run(folder, 'npm', 'test')
}
