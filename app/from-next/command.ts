import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MDX_COMPILER, planPort } from '#app/from-next/carried-modules.ts'
import { clicksDiffer, compareClicks, formatClicks } from '#app/from-next/compare-clicks.ts'
import { writeScreenshots } from '#app/from-next/compare-screenshots.ts'
import { compareServers, formatComparison, isDifferent, projectPaths, readOrigin } from '#app/from-next/compare.ts'
import { SVG_COMPILER, isSvgComponent } from '#app/from-next/port-elements.ts'
import { type NextApplication, packageName, readApplication, isForNext } from '#app/from-next/read-application.ts'
import { TOOL, countPages, findAll, formatReport } from '#app/from-next/report.ts'
import { SourceError } from '#app/from-next/source.ts'
import { LEFT_OUT, baseFiles, packagesOfStyles } from '#app/from-next/whole-application.ts'
import { planOutput, writeToBranch, writeToFolder } from '#app/from-next/write-output.ts'
import { PARTS } from '#fairlead/cli/parts.ts'
import { fontsOf } from '#app/from-next/fonts.ts'

const USAGE = `npm run from-next -- PATH [--config] [--markdown | --json] [--write FOLDER [--install] | --branch NAME]
  PATH        the folder of a Next.js application
  --config    runs its next.config, in a process of its own; without it, that is read as text
  --markdown  the report as Markdown; --json: as JSON
  --write     writes routes and what they need into a folder, never over a file
  --install   adds packages of its package.json that are missing here, and runs npm install in the folder
  --branch    commits them to a new branch of this project
npm run from-next -- --compare OLD_URL NEW_URL [--click] [--screenshots FOLDER] [--remote] [--json]
  asks both servers for the pages and rules of this project, and for what their sitemaps list
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

/** Returns the packages that the application declares, this project does not, and that do not need Next.js. */
export function missingPackages(application: NextApplication, present: ReadonlySet<string>): Record<string, string> {
  const { modules, packages } = application
  const own = [...modules.values()].filter(({ path }) => !TOOL.test(path))
  const sources = own.flatMap(({ facts }) => facts.imports.map(({ source }) => packageName(source)))
  const imported = new Set([...sources, ...packagesOfStyles(application)])
  const declared = Object.entries(packages).filter(
    ([name]) =>
      !present.has(name) &&
      !isForNext(name) &&
      name !== 'next-intl' &&
      (imported.has(name.replace(/^@types\//, '')) || /^@?tailwindcss\b|^postcss|^autoprefixer$/.test(name)),
  )
  const hasMdx = application.files.some((file) => file.endsWith('.mdx'))
  const hasSvg = own.some(({ facts }) => facts.imports.some((fact) => isSvgComponent(fact, facts)))
  const fonts = [...modules.values()]
    .flatMap((module) => fontsOf(module, present).map((font) => font.package ?? ''))
    .filter((name) => name !== '' && !present.has(name))
  return {
    ...Object.fromEntries(declared),
    ...(hasMdx && { [MDX_COMPILER]: packages['@mdx-js/loader'] ?? '^3.1.0' }),
    ...(hasSvg && { [SVG_COMPILER]: '^5.2.0' }),
    ...Object.fromEntries(fonts.map((name) => [name, '^5.2.0'])),
  }
}

/** Installs the packages of a folder; by force, because packages of another time ask for another React. */
function install(folder: string): void {
  const { status, stderr, error } = spawnSync('npm', ['install', '--force', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0)
    throw new SourceError(
      `npm install failed in ${folder}: ${error?.message ?? stderr.trim().slice(-500)}\nIts files are written.`,
    )
}

type CompareOptions = { remote?: boolean; json?: boolean; click?: boolean; screenshots?: string }

/** Returns 1 if the servers differ. */
async function compare(
  urls: readonly string[],
  project: string,
  { remote = false, json = false, click = false, screenshots }: CompareOptions,
): Promise<number> {
  const [old, next, ...more] = urls.map((url) => readOrigin(url, remote))
  if (!old || !next || more.length > 0) throw new SourceError(USAGE)
  const compared = await compareServers(old, next, await projectPaths(project))
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

/** Reads a Next.js application and reports what it becomes here. Returns the exit code. */
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
        install: { type: 'boolean' },
        branch: { type: 'string' },
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
    if (values.install && values.write === undefined) throw new SourceError(`--install needs --write FOLDER\n${USAGE}`)
    const present = installedPackages(project)
    const packages = values.install ? missingPackages(application, present) : {}
    const plan = planPort(application, new Set([...present, ...Object.keys(packages)]))
    // A branch has all parts of this project, a written application has not.
    const taken = takenRoutes(project, values.branch === undefined ? LEFT_OUT : [])
    const findings = findAll(application, plan, taken)
    const pages = countPages(application, plan)
    if (values.write !== undefined || values.branch !== undefined) {
      const report = formatReport(findings, 'markdown', pages)
      const outputs = planOutput(application, plan, { project, taken, report })
      if (values.write !== undefined) {
        writeToFolder(project, values.write, outputs, baseFiles(project, packages, packagesOfStyles(application)))
        if (values.install) install(values.write)
      }
      if (values.branch !== undefined) writeToBranch(project, values.branch, outputs)
    }
    process.stdout.write(
      formatReport(findings, values.json ? 'json' : values.markdown ? 'markdown' : 'terminal', pages),
    )
    return 0
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    if (!isUsage && !(error instanceof SourceError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

/** Returns the first segments of the addresses that this project has without some parts, each with what has it. */
function takenRoutes(project: string, leftOut: readonly string[]): Map<string, string> {
  const folder = join(project, 'app/routes/{-$locale}')
  const found = new Map<string, string>()
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const segment = name.replace(/\.tsx?$/, '').split('.', 1)[0] ?? ''
    const part = Object.entries(PARTS).find(([, { files }]) => files.includes(`app/routes/{-$locale}/${segment}`))?.[0]
    if (/^(route|index|)$/.test(segment) || leftOut.includes(part ?? '')) continue
    const owner =
      part === undefined ? `app/routes/{-$locale}/${name}` : `the part ${part}, which npm run remove -- ${part} removes`
    found.set(segment, owner)
  }
  return found
}
