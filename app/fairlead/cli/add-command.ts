import { spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { addDesk } from '#fairlead/cli/add-desk.ts'
import { addLocales, hasRules, readTags, ROUTING } from '#fairlead/cli/add-languages.ts'
import { LAYOUT, moveBelowLocale, movedPath } from '#fairlead/cli/below-locale.ts'
import { addPiece, PIECES } from '#fairlead/cli/add-piece.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { deskFiles } from '#fairlead/cli/template-files.ts'
import { runProgramOf } from '#fairlead/cli/test-command.ts'
import { messageSources, MESSAGES } from '#fairlead/host/vite/message-files.ts'

const TREE = 'routeTree.gen.ts'
const ALLOWED = 'allowed: page NAME, form NAME, resource NAME, languages de[,ja…], report-desk, and --force'

/** Files that a command writes, and steps that it leaves to its user. */
type Addition = { files: Map<string, string>; left: string[] }

function readSources(): Map<string, string> {
  const paths = globSync('app/{routes/**,**/*.{ts,tsx}}', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').replace(`${process.cwd()}/`, ''))
  return new Map([...new Set(paths)].map((path) => [path, readFileSync(path, 'utf8')]))
}

async function languages(sources: Map<string, string>, list: string): Promise<Addition> {
  const tags = readTags(list)
  if (tags.length === 0) throw new CommandError(`add languages: a language is missing; ${ALLOWED}`, 2)
  const table = sources.get(ROUTING) ?? ''
  const files = new Map([[ROUTING, addLocales(table, tags)]])
  const { site } = await messageSources(process.cwd())
  for (const tag of tags) {
    const path = `${MESSAGES}/${tag}/shell.json`
    if (!existsSync(path)) files.set(path, `${JSON.stringify({ site }, null, 2)}\n`)
  }
  const left = [
    `Translate ${tags.map((tag) => `${MESSAGES}/${tag}/shell.json`).join(', ')}; fairlead messages says what else lacks.`,
  ]
  if (sources.has(LAYOUT)) return { files, left }
  const moved = moveBelowLocale(sources)
  left.push(
    `Texts in components: move them to ${MESSAGES}/LANGUAGE/NAME.json, and read them by useTranslations('NAME').`,
    'The menu of languages: put <LocaleMenu /> of fairlead/locale in the frame.',
  )
  if (hasRules(table))
    left.push(`The rules of ${ROUTING} apply to each language now: those that must not say locale: false.`)
  if (moved.unturned.length > 0)
    left.push(`Paths of routes in other places, which have no language: ${moved.unturned.join(', ')}`)
  return { files: new Map([...moved.files, ...files]), left }
}

/** @throws CommandError that names a file with changes that Git has not committed */
function checkCommitted(paths: readonly string[]): void {
  const { status, stdout } = spawnSync('git', ['--literal-pathspecs', 'status', '--porcelain', '--', ...paths], {
    encoding: 'utf8',
  })
  const [changed] = status === 0 ? stdout.split('\n') : []
  if (changed)
    throw new CommandError(`${changed.slice(3)} has changes that are not committed; commit them, or add --force`)
}

function readArguments(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { force: { type: 'boolean' } },
    })
    return { positionals, isForced: values.force === true }
  } catch (error) {
    throw new CommandError(`add: ${(error as Error).message}; ${ALLOWED}`, 2)
  }
}

async function additionOf(
  [what = '', name, ...others]: readonly string[],
  sources: Map<string, string>,
): Promise<Addition> {
  if (what === 'languages' && others.length === 0) return languages(sources, name ?? '')
  const piece = PIECES.find((each) => each === what)
  if (piece && others.length === 0) return addPiece(piece, name ?? '', sources, existsSync)
  if (what === 'report-desk' && name === undefined) return { files: addDesk(sources, deskFiles()), left: [] }
  throw new CommandError(
    `add: ${[what, name, ...others].filter(Boolean).join(' ') || 'a part'} is not known; ${ALLOWED}`,
    2,
  )
}

/**
 * The command `add`: a page, a form, a resource, languages or a part for the application in this folder. It overwrites
 * no uncommitted changes without `--force`.
 *
 * @throws CommandError that names the argument or file that is not allowed
 */
export async function addToApplication(args: readonly string[]): Promise<void> {
  const { positionals, isForced } = readArguments(args)
  const sources = readSources()
  const { files, left } = await additionOf(positionals, sources)
  const moved = [...sources].filter(([path]) => movedPath(path) !== path && files.has(movedPath(path)))
  if (!isForced) checkCommitted([...files.keys(), ...moved.map(([path]) => path)])
  for (const path of files.keys()) mkdirSync(dirname(path), { recursive: true })
  for (const [path] of moved) renameSync(path, movedPath(path))
  const before = new Map([...sources, ...moved.map(([path, text]): [string, string] => [movedPath(path), text])])
  for (const folder of new Set(moved.map(([path]) => dirname(path))))
    if (readdirSync(folder).length === 0) rmdirSync(folder)
  // A file that only moves is not written again, because it may not be text.
  for (const [path, text] of files) if (before.get(path) !== text) writeFileSync(path, text)
  // The next build writes it again, with the new paths of the routes.
  rmSync(TREE, { force: true })
  const formatted = [...files.keys()].filter((path) => /\.(?:tsx?|json)$/.test(path))
  await runProgramOf('oxfmt', formatted, () => {}).catch(() => {})
  if (moved.length > 0) process.stderr.write(`Moved: ${moved.length} files of app/routes, below {-$locale}\n`)
  const written = [...files.keys()].filter((path) => !moved.some(([from]) => movedPath(from) === path))
  process.stderr.write(`Written: ${written.join(', ')}\n`)
  for (const line of left) process.stderr.write(`Left to do. ${line}\n`)
}
