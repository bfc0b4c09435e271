import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clicksDiffer, compareClicks, formatClicks } from '#app/from-next/compare-clicks.ts'
import { writeScreenshots } from '#app/from-next/compare-screenshots.ts'
import { compareServers, formatComparison, isDifferent, projectPaths, readOrigin } from '#app/from-next/compare.ts'
import { guardsOf } from '#app/from-next/guards.ts'
import { moveSheets } from '#app/from-next/move-sheets.ts'
import { type NextApplication, readApplication } from '#app/from-next/read-application.ts'
import { type Known, countAll, findAll, formatReport } from '#app/from-next/report.ts'
import {
  type Left,
  imageHosts,
  publicPaths,
  readLanguages,
  readMessages,
  readRouting,
  routingText,
} from '#app/from-next/routing-table.ts'
import { SourceError } from '#app/from-next/source.ts'
import { writeFiles } from '#app/from-next/write-files.ts'

const USAGE = `npm run from-next -- PATH [--config] [--markdown | --json] [--write FOLDER]
  PATH        the folder of a Next.js application
  --config    runs its next.config, in a process of its own; without it, that is read as text
  --markdown  the report as Markdown; --json: as JSON
  --write     writes app/routing.ts, messages, MOVE.md and a task sheet for each page into the folder of an application,
              over a file only if Git has it as it is
npm run from-next -- --compare OLD_URL NEW_URL [ADDRESS…] [--click] [--screenshots FOLDER] [--remote] [--json]
  asks both servers for the addresses; without any, for the pages and rules of this project, and for what their sitemaps list
  --click     clicks the links of these pages in Chromium, in both
  --screenshots  writes pictures of them into a folder, side by side in its index.html
  --remote    servers may be other machines`

function installedPackages(project: string): Set<string> {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string> | undefined
  >
  return new Set([...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})])
}

type CompareOptions = { remote?: boolean; json?: boolean; click?: boolean; screenshots?: string }

/** Returns 1 if the servers differ. */
async function compare(
  given: readonly string[],
  project: string,
  { remote = false, json = false, click = false, screenshots }: CompareOptions,
): Promise<number> {
  const [oldUrl, newUrl, ...addresses] = given
  const isAddress = (text: string) => text.startsWith('/') && !text.startsWith('//')
  if (oldUrl === undefined || newUrl === undefined || !addresses.every(isAddress)) throw new SourceError(USAGE)
  const [old, next] = [readOrigin(oldUrl, remote), readOrigin(newUrl, remote)]
  const compared = await compareServers(
    old,
    next,
    addresses.length > 0 ? { only: addresses } : await projectPaths(project),
  )
  const pages = compared.filter(({ old: before, new: after }) => before.status === '200' && after.status === '200')
  const paths = pages.filter(({ old: { title } }) => title).map(({ path }) => path)
  const clicks = click ? await compareClicks(old, next, paths) : []
  if (screenshots !== undefined) await writeScreenshots(old, next, paths, screenshots)
  process.stdout.write(
    json
      ? `${JSON.stringify(click ? { addresses: compared, clicks } : compared, null, 2)}\n`
      : formatComparison(compared) + (click ? formatClicks(clicks) : ''),
  )
  return compared.some(isDifferent) || clicks.some(clicksDiffer) ? 1 : 0
}

/** Returns the messages to write into a folder, with the declaration of their namespaces, and what is not written. */
function messageFiles(application: NextApplication, locales: readonly string[], folder: string) {
  const files = new Map<string, string>()
  const left: Left[] = []
  const namespaces = new Set<string>()
  for (const { path, locale, namespaces: all, others } of readMessages(application, locales)) {
    const leave = (name: string, note: string) => left.push({ name, path, line: 1, note })
    for (const name of others) leave(name, 'a namespace is an object whose name has letters, digits and _')
    for (const [name, texts] of Object.entries(all)) {
      const to = `app/locales/${locale}/${name}.json`
      const isOther =
        existsSync(join(folder, to)) &&
        JSON.stringify(JSON.parse(readFileSync(join(folder, to), 'utf8'))) !== JSON.stringify(texts)
      if (isOther) leave(name, `${to} is here already, and has other texts`)
      else files.set(to, `${JSON.stringify(texts, null, 2)}\n`)
      if (!isOther && locale === 'en') namespaces.add(name)
    }
  }
  const imports = [...namespaces].map((name) => `import type ${name} from '#messages/${name}.json'\n`)
  const members = [...namespaces].map((name) => `    ${name}: typeof ${name}\n`)
  if (namespaces.size > 0)
    files.set(
      'app/messages.d.ts',
      `${imports.join('')}\ndeclare module 'fairlead/messages' {\n  interface Namespaces {\n${members.join('')}  }\n}\n`,
    )
  return { files, left }
}

/** Returns the first segments of the addresses that an application has, each with what has it. */
function takenRoutes(folder: string): Map<string, string> {
  const routes = join(folder, 'app/routes/{-$locale}')
  const found = new Map<string, string>()
  for (const name of existsSync(routes) ? readdirSync(routes) : []) {
    const segment = name.replace(/\.tsx?$/, '').split('.', 1)[0] ?? ''
    if (/^(route|index|)$/.test(segment)) continue
    found.set(segment, `app/routes/{-$locale}/${name}`)
  }
  return found
}

/** Reads a Next.js application, reports what it becomes here, and writes what is exact. Returns the exit code. */
export async function runFromNext(args: readonly string[], project = process.cwd()): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'boolean' },
        markdown: { type: 'boolean' },
        json: { type: 'boolean' },
        write: { type: 'string' },
        compare: { type: 'boolean' },
        remote: { type: 'boolean' },
        click: { type: 'boolean' },
        screenshots: { type: 'string' },
      },
    })
    if (values.compare) return await compare(positionals, project, values)
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new SourceError(USAGE)
    const application = readApplication(path, { runsConfig: values.config === true })
    const folder = values.write ?? project
    const languages = readLanguages(application)
    const hasMessages = (locale: string) =>
      [join(folder, 'app/locales'), join(project, 'app/fairlead/messages')].some((each) =>
        existsSync(join(each, locale)),
      )
    const routing = readRouting(application, languages, hasMessages)
    const messages = messageFiles(application, languages?.locales ?? [], folder)
    const known: Known = {
      guards: guardsOf(application),
      left: [...routing.left, ...messages.left],
      installed: installedPackages(project),
      taken: takenRoutes(folder),
      publicPaths: languages ? publicPaths(languages) : new Map(),
      imageHosts: imageHosts(application),
    }
    if (values.write !== undefined)
      writeFiles(
        project,
        folder,
        new Map([['app/routing.ts', routingText(routing)], ...messages.files, ...moveSheets(application, known)]),
      )
    const format = values.json ? 'json' : values.markdown ? 'markdown' : 'terminal'
    process.stdout.write(formatReport(findAll(application, known), format, countAll(application, known.guards)))
    return 0
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    if (!isUsage && !(error instanceof SourceError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}
