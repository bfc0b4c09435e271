import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { TEMPLATE_LANGUAGES, TEMPLATE_PARTS, templateFiles } from '#fairlead/cli/template-files.ts'

const OPTIONS = {
  name: { type: 'string' },
  languages: { type: 'string' },
  parts: { type: 'string' },
  'no-install': { type: 'boolean' },
} as const

const ALLOWED = 'allowed: FOLDER, --name NAME, --languages en,de, --parts report-desk, --no-install'

type Choice = {
  folder: string
  name: string
  languages: readonly [string, ...string[]]
  parts: readonly string[]
  install: boolean
}

type Ask = (question: string, otherwise: string) => Promise<string>

/** Returns the items of a list, each once. */
function readList(option: string, text: string, allowed: readonly string[]): string[] {
  const items = text.split(',').map((item) => item.trim())
  const named = [...new Set(items)].filter((item) => item !== '' && item !== 'none')
  const unknown = named.find((item) => !allowed.includes(item))
  if (unknown === undefined) return named
  throw new CommandError(`--${option}: ${JSON.stringify(unknown)} is not known; allowed: ${allowed.join(', ')}`, 2)
}

function checkFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isDirectory()) throw new CommandError(`${folder} is a file; name a folder that is empty or not there`, 2)
  if (readdirSync(folder).length > 0)
    throw new CommandError(`${folder} is not empty; name a folder that is empty or not there`, 2)
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${ALLOWED}`, 2)
  }
}

/**
 * Reads the choices for a new application from the arguments, and asks for the missing ones.
 *
 * @throws CommandError that names the option, its fault and what is allowed
 */
export async function readChoice(args: readonly string[], ask?: Ask): Promise<Choice> {
  const { values, positionals } = parseOptions(args)
  if (positionals.length > 1) throw new CommandError(`${positionals.join(' ')} are several folders; ${ALLOWED}`, 2)
  const read = (given: string | undefined, question: string, otherwise: string): string | Promise<string> =>
    given ?? ask?.(question, otherwise) ?? otherwise
  const place = await read(positionals[0], 'Folder', '')
  if (place === '') throw new CommandError(`new: a folder is missing; ${ALLOWED}`, 2)
  const folder = resolve(place)
  checkFolder(folder)
  const name = (await read(values.name, 'Name of the site', basename(folder))).trim()
  if (name === '' || /[\n\r]/.test(name)) throw new CommandError('--name: allowed: one line of text', 2)
  const known = TEMPLATE_LANGUAGES.join(', ')
  const asked = await read(values.languages, `Languages, the default one first, of ${known}`, 'en')
  const [first, ...others] = readList('languages', asked, TEMPLATE_LANGUAGES)
  if (first === undefined)
    throw new CommandError(`--languages: the default language is missing; name it first, of ${known}`, 2)
  const wanted = await read(values.parts, `Parts, of ${TEMPLATE_PARTS.join(', ')}`, 'none')
  const parts = readList('parts', wanted, TEMPLATE_PARTS)
  return { folder, name, languages: [first, ...others], parts, install: values['no-install'] !== true }
}

function run(cwd: string, command: string): boolean {
  // Windows finds npm by its shell alone.
  return spawnSync(command, { cwd, stdio: ['ignore', 2, 2], shell: true }).status === 0
}

/** Makes the first commit, unless the folder is in a repository already or Git is missing. */
function commit(folder: string, name: string): void {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, stdio: 'ignore' }).status === 0
  if (git('rev-parse', '--git-dir') || !git('init', '--quiet', '--initial-branch', 'main')) return
  if (git('add', '--all') && git('commit', '--quiet', '--message', `Begin ${name}`)) return
  process.stderr.write('Git has no commit yet: it does not know your name and e-mail address\n')
}

type Pack = { packLibrary: (root: string, to: string) => Promise<string> }

/**
 * Packs the library of a checkout into an application.
 *
 * @returns its specifier for package.json: the packed file, or a version if this command is part of a package
 */
async function addLibrary(folder: string): Promise<string> {
  const file = join(import.meta.dirname, 'pack-command.ts')
  const root = join(import.meta.dirname, '../../..')
  if (existsSync(file)) {
    process.stderr.write('Packing the library…\n')
    const { packLibrary } = (await import(pathToFileURL(file).href)) as Pack
    return `file:${basename(await packLibrary(root, folder))}`
  }
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  return `~${(JSON.parse(manifest) as { version: string }).version}`
}

/**
 * The command `new`: writes an application to a folder, installs its packages and makes its first commit. On a terminal
 * it asks for choices that the arguments leave open.
 *
 * @throws CommandError for arguments that are not allowed
 */
export async function createApplication(args: readonly string[]): Promise<void> {
  using terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined
  const ask: Ask | undefined =
    terminal && (async (question, otherwise) => (await terminal.question(`${question} (${otherwise}): `)) || otherwise)
  const { folder, install, ...choice } = await readChoice(args, ask)
  mkdirSync(folder, { recursive: true })
  const library = await addLibrary(folder)
  for (const [path, text] of templateFiles({ ...choice, library })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  if (install) {
    process.stderr.write('Installing packages…\n')
    if (!run(folder, 'npm install --no-audit --no-fund --loglevel=error'))
      throw new CommandError(`${folder} is written, and npm install failed in it`)
  }
  commit(folder, choice.name)
  const near = relative(process.cwd(), folder) || '.'
  const place = near.length < folder.length ? near : folder
  process.stderr.write(`${choice.name} is in ${folder}. Next: cd ${place} && npm run dev\n`)
}

/** Runs the command `new` in a folder without an application. */
export async function runNew(args: readonly string[]): Promise<void> {
  try {
    await createApplication(args)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error.exitCode
  }
}
