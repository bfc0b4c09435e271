import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserType } from 'playwright-core'
import { clicksDiffer, compareClicks, formatClicks } from './compare-clicks.ts'
import { writeScreenshots } from './compare-screenshots.ts'
import { compareServers, formatComparison, isDifferent, applicationPaths, readOrigin } from './compare.ts'
import { loadPackage, readFairleadApplication } from './fairlead-application.ts'
import { guardsOf } from './guards.ts'
import { moveSheets } from './move-sheets.ts'
import { type NextApplication, readApplication } from './read-application.ts'
import { type Known, countAll, countLine, findAll } from './report.ts'
import {
  type Languages,
  type Left,
  imageHosts,
  localeSegment,
  publicPaths,
  readLanguages,
  readMessages,
  readRouting,
  routingFile,
} from './routing-table.ts'
import { SourceError } from './source.ts'
import { writeFiles } from './write-files.ts'

const USAGE = `npx fairlead-from-next PATH [--config] [--json] [--write FOLDER]
  PATH        the folder of a Next.js application; without --write, MOVE.md is printed
  --config    runs its next.config, in a process of its own; without it, that is read as text
  --json      counts and places as JSON
  --write     writes app/routing.ts, messages, MOVE.md and a task sheet for each page into the folder of a new application,
              over a file only if Git has it as it is; without it, the folder is this one, and nothing is written
npx fairlead-from-next --compare OLD_URL NEW_URL [ADDRESS…] [--click] [--screenshots FOLDER] [--remote] [--json]
  asks both servers for the addresses; without any, for the pages and rules of this application, and for what their sitemaps list
  --click     clicks the links of these pages in Chromium, in both
  --screenshots  writes pictures of them into a folder, side by side in its index.html
  --remote    servers may be other machines`

type CompareOptions = { remote?: boolean; json?: boolean; click?: boolean; screenshots?: string }

/** Returns 1 if the servers differ. */
async function compare(
  given: readonly string[],
  folder: string,
  { remote = false, json = false, click = false, screenshots }: CompareOptions,
): Promise<number> {
  const [oldUrl, newUrl, ...addresses] = given
  const isAddress = (text: string) => text.startsWith('/') && !text.startsWith('//')
  if (oldUrl === undefined || newUrl === undefined || !addresses.every(isAddress)) throw new SourceError(USAGE)
  const [old, next] = [readOrigin(oldUrl, remote), readOrigin(newUrl, remote)]
  const compared = await compareServers(
    old,
    next,
    addresses.length > 0 ? { only: addresses } : await applicationPaths(folder),
  )
  const pages = compared.filter(({ old: before, new: after }) => before.status === '200' && after.status === '200')
  const paths = pages.filter(({ old: { title } }) => title).map(({ path }) => path)
  const browser = () => (loadPackage(folder, 'playwright-core') as { chromium: BrowserType }).chromium
  const clicks = click ? await compareClicks(browser(), old, next, paths) : []
  if (screenshots !== undefined) await writeScreenshots(browser(), old, next, paths, screenshots)
  process.stdout.write(
    json
      ? `${JSON.stringify(click ? { addresses: compared, clicks } : compared, null, 2)}\n`
      : formatComparison(compared) + (click ? formatClicks(clicks) : ''),
  )
  return compared.some(isDifferent) || clicks.some(clicksDiffer) ? 1 : 0
}

/** Returns the messages to write into a folder, with the declaration of their namespaces, and what is not written. */
function messageFiles(application: NextApplication, languages: Languages | undefined, folder: string) {
  const files = new Map<string, string>()
  const left: Left[] = []
  const namespaces = new Set<string>()
  for (const { path, locale, namespaces: all, others } of readMessages(application, languages?.locales ?? [])) {
    const leave = (name: string, note: string) => left.push({ name, path, line: 1, note })
    for (const name of others) leave(name, 'a namespace is an object whose name has letters, digits and _')
    for (const [name, texts] of Object.entries(all)) {
      const to = `app/locales/${locale}/${name}.json`
      const isOther =
        existsSync(join(folder, to)) &&
        JSON.stringify(JSON.parse(readFileSync(join(folder, to), 'utf8'))) !== JSON.stringify(texts)
      if (isOther) leave(name, `${to} is here already, and has other texts`)
      else files.set(to, `${JSON.stringify(texts, null, 2)}\n`)
      if (!isOther && locale === languages?.defaultLocale) namespaces.add(name)
    }
  }
  const imports = [...namespaces].map(
    (name) => `import type ${name} from '#app/locales/${languages?.defaultLocale}/${name}.json'\n`,
  )
  const members = [...namespaces].map((name) => `    ${name}: typeof ${name}\n`)
  if (namespaces.size > 0)
    files.set(
      'app/messages.d.ts',
      `${imports.join('')}\ndeclare module 'fairlead/messages' {\n  interface Namespaces {\n${members.join('')}  }\n}\n`,
    )
  return { files, left }
}

/**
 * Reads a Next.js application, reports what it becomes in a Fairlead application, and writes what is exact. Returns the exit
 * code.
 *
 * @param folder of the Fairlead application, unless `--write` names another
 */
export async function runFromNext(args: readonly string[], folder = process.cwd()): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'boolean' },
        json: { type: 'boolean' },
        write: { type: 'string' },
        compare: { type: 'boolean' },
        remote: { type: 'boolean' },
        click: { type: 'boolean' },
        screenshots: { type: 'string' },
      },
    })
    if (values.compare) return await compare(positionals, folder, values)
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new SourceError(USAGE)
    const application = readApplication(path, { runsConfig: values.config === true })
    const fairlead = readFairleadApplication(values.write ?? folder)
    const languages = readLanguages(application)
    const routing = readRouting(application, languages, fairlead)
    const messages = messageFiles(application, languages, fairlead.folder)
    const known: Known = {
      guards: guardsOf(application),
      left: [...routing.left, ...messages.left],
      installed: fairlead.installed,
      ownerOf: fairlead.ownerOf,
      localeSegment: localeSegment(application, languages),
      publicPaths: languages ? publicPaths(languages) : new Map(),
      imageHosts: imageHosts(application),
    }
    const sheets = moveSheets(application, known)
    if (values.write !== undefined)
      writeFiles(fairlead.folder, new Map([...routingFile(routing), ...messages.files, ...sheets]))
    const counts = countAll(application, known.guards)
    if (values.json)
      process.stdout.write(`${JSON.stringify({ counts, findings: findAll(application, known) }, null, 2)}\n`)
    else process.stdout.write(values.write === undefined ? (sheets.get('MOVE.md') ?? '') : `${countLine(counts)}\n`)
    return 0
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    if (!isUsage && !(error instanceof SourceError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}
