import type { ESTree } from 'vite'
import { addressIn, addressOf, isAbove, matchRoute, urlSegments } from './addresses.ts'
import { type Variable, environmentLines, variablesOf } from './environment.ts'
import { METADATA, metadataLines } from './move-metadata.ts'
import { paramLines } from './move-params.ts'
import { type Page, type Step, localeSegmentOf, routeFileOf, stepsOf } from './move-steps.ts'
import {
  type ApplicationModule,
  type NextApplication,
  aboveOf,
  filesOf,
  isForNext,
  packagesOf,
  routesOf,
} from './read-application.ts'
import { type Finding, type Known, collisionOf, countAll, countLine, findAll, grouped, handbookPath } from './report.ts'
import { type Function, at, code, find, findOwn, isFunction } from './source.ts'

const unique = (lines: readonly string[]): string[] => [...new Set(lines)]

/** Returns a section of a sheet; empty without lines. */
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...unique(lines).map((line) => `- ${line}`)]

/** Returns the tasks of some findings, equal ones once, and the values of exports. */
function linesOf(findings: readonly Finding[], { modules }: NextApplication): string[] {
  // Exports with the same name have different values.
  const isExport = ({ kind }: Finding) => kind === 'export'
  const rows = [
    ...findings.filter(isExport).map((each) => ({ ...each, more: 0 })),
    ...grouped(findings.filter((each) => !isExport(each))),
  ]
  return rows.map(({ kind, path, line, name, note, section: link, more }) => {
    const fact = kind === 'export' ? modules.get(path)?.facts.exports.get(name) : undefined
    const value = fact?.value ? ` ${code(JSON.stringify(fact.value.value) ?? 'undefined')}` : ''
    const computed = fact && fact.computed.length > 0 ? `, computed: ${fact.computed.map(code).join(', ')}` : ''
    const others = more === 0 ? '' : ` and ${more} more`
    return `${at(path, line)}${others}: ${code(name)}${value}${computed}: ${note} (${handbookPath(link)})`
  })
}

/** Packages and modules that a browser must not get. */
const SERVER_PACKAGES =
  /^(server-only|pg|postgres|mysql2|better-sqlite3|@prisma\/client|drizzle-orm|@neondatabase\/serverless|@vercel\/(postgres|kv|blob)|mongodb|mongoose|ioredis|bcrypt(js)?|jsonwebtoken|nodemailer|resend|stripe|gray-matter|fs-extra|sharp|fast-glob|globby)$/

const isClient = ({ facts }: ApplicationModule) =>
  facts.directives.some(({ text, isModule }) => isModule && text === 'use client')

/** True for an asynchronous component: a function whose name begins with a capital letter. */
const isAsyncComponent = (node: ESTree.Node): node is Function =>
  isFunction(node) && node.async && /^[A-Z]/.test(node.id?.name ?? '')

/** Returns what a page, the layouts around it and their components await, and which of the files are on the server. */
function dataLines(
  page: Page,
  around: readonly ApplicationModule[],
  files: ReadonlySet<string>,
  { modules, resolve }: NextApplication,
): string[] {
  const { facts, path } = page
  const others = [...files].flatMap((file) => modules.get(file) ?? [])
  const awaits = [...new Set([page, ...around, ...others])].flatMap((module) => {
    const { source } = module
    const where = isClient(module) ? 'in the browser' : 'on the server: a server function, which the loader calls'
    const exported = module.convention ? ['default', 'generateMetadata'] : []
    const named = exported.map((name) => module.facts.exports.get(name)?.fn)
    return [...new Set([...named, ...find(source.program, isAsyncComponent)])].flatMap((fn) => {
      const body = fn?.body
      const found = body ? findOwn(body, ({ type }) => type === 'AwaitExpression') : []
      return found.flatMap(({ start, end }) => {
        const text = source.text.slice(start, end).replace(/^await\s+/, '')
        return /^(props\.)?(params|searchParams)$/.test(text)
          ? []
          : [`${at(module.path, source.lineAt(start))}: awaits ${code(text.slice(0, 120))}, ${where}`]
      })
    })
  })
  const loads = [...facts.exports.values()].filter(({ name }) => /^get(ServerSide|Static|Initial)Props$/.test(name))
  const onServer = [...files].flatMap((file) => {
    const found = (modules.get(file)?.facts.imports ?? []).flatMap(({ source: from, isType }) => {
      const target = resolve(file, from)
      const isServer = target.type === 'builtin' || (target.type === 'package' && SERVER_PACKAGES.test(target.name))
      return (isServer || from === 'next/headers') && !isType ? [code(from)] : []
    })
    return found.length === 0
      ? []
      : [`${code(file)} has ${unique(found).join(', ')}: on the server alone, never in a module that the browser loads`]
  })
  return [
    ...awaits,
    ...loads.map(
      ({ name, line }) => `${at(path, line)}: ${code(name)}, on the server: a server function, which the loader calls`,
    ),
    ...onServer,
  ]
}

const guardLines = (page: Page, { guards }: Known): string[] =>
  (guards.get(page.path) ?? []).map(({ path, line, note }) => `${at(path, line)}: ${note}`)

/** Returns the modules of conventions around a page: layouts, boundaries, slots, and pages that open over others. */
const aroundOf = ({ convention }: Page, application: NextApplication): ApplicationModule[] => [
  ...aboveOf(convention, application, /^(layout|template|loading|error|not-found|_app)$/),
  ...[...application.modules.values()].filter(({ convention: other }) =>
    other?.interceptsIn
      ? other.name === 'page' && addressOf(other) === addressOf(convention)
      : other?.slot !== undefined &&
        isAbove(other.slotIn ?? [], convention.segments) &&
        /^(page|default)$/.test(other.name),
  ),
]

/** Returns the addresses in the application that the modules of a page link to. */
function linksOf({ files }: Step, { modules }: NextApplication): string[] {
  const found = [...files].flatMap((path) => {
    const { elements = [], calls = [] } = modules.get(path)?.facts ?? {}
    const hrefs = elements.flatMap(({ name, node }) =>
      /^(next\/link#default|global#a)$/.test(name)
        ? node.openingElement.attributes.flatMap((each) =>
            each.type === 'JSXAttribute' && each.name.name === 'href' && each.value ? [each.value] : [],
          )
        : [],
    )
    const LEADS = /^next\/navigation#(redirect|permanentRedirect|useRouter\(\)\.(push|replace))$/
    const targets = calls.flatMap(({ name, node }) => (LEADS.test(name) ? node.arguments.slice(0, 1) : []))
    return [...hrefs, ...targets].map((node) => addressIn(node) ?? 'computed')
  })
  // Links to other sites, and to places in the page, stay unchanged.
  return unique(found).filter((address) => !/^(\w+:|\/\/|#)/.test(address))
}

/** The titles of findings in the files of a page, by kind. */
const TITLES: Partial<Record<Finding['kind'], string>> = {
  export: 'Caching and other exports',
  import: 'Styles, fonts and imports',
  use: 'What it uses of Next.js',
}

type Context = {
  readonly application: NextApplication
  readonly known: Known
  readonly steps: readonly Step[]
  readonly findings: readonly Finding[]
  readonly variables: readonly Variable[]
  readonly links: ReadonlyMap<Step, ReadonlyMap<string, Step | undefined>>
}

/** Returns the addresses that each step links to, each with the step of its page. */
function linkTargets(application: NextApplication, steps: readonly Step[]): Context['links'] {
  const routes = routesOf(application)
  const byRoute = new Map(steps.map((step) => [urlSegments(step.page.convention.segments).join('/'), step]))
  const stepAt = (address: string) => {
    const segments = address
      .replace(/[?#].*$/s, '')
      .split('/')
      .filter(Boolean)
    const route = address.startsWith('/') ? matchRoute(segments, routes) : undefined
    return route && byRoute.get(route.join('/'))
  }
  return new Map(
    steps.map((step) => [step, new Map(linksOf(step, application).map((each) => [each, stepAt(each)]))] as const),
  )
}

function linkLines(step: Step, links: Context['links']): string[] {
  const linkTo = ({ name, page }: Step) => `[${addressOf(page.convention)}](${name}.md)`
  const to = [...(links.get(step) ?? [])].map(
    ([address, target]) => `to ${code(address)}${target && target !== step ? `: ${linkTo(target)}` : ''}`,
  )
  const from = [...links].filter(([other, targets]) => other !== step && [...targets.values()].includes(step))
  return [...to, ...from.map(([other]) => `from ${linkTo(other)}`)]
}

function packageLines(files: Iterable<string>, { application, known }: Context): string[] {
  return [...packagesOf(application, files)].map(([name, version]) => {
    if (known.installed.has(name)) return `${code(name)}: is here`
    if (isForNext(name))
      return `${code(name)}: needs Next.js itself: look for what its makers have for React or TanStack Start`
    return code(`npm install ${name}${version === undefined ? '' : `@${version}`}`)
  })
}

function sheetOf(step: Step, context: Context): string {
  const { application, known, findings } = context
  const { page, files, own } = step
  const { convention, path, facts } = page
  const address = addressOf(convention)
  const above = localeSegmentOf(page, application, known.localeSegment)
  const frame = aroundOf(page, application)
  const around = new Set(frame.map((module) => module.path))
  const frames = new Set([...around].flatMap((each) => [...filesOf(application, each)]))
  const all = new Set([...files, ...frames])
  const entry = known.publicPaths.get(address)
  const owner = collisionOf(convention, known.ownerOf)
  const methods = [...facts.exports.keys()].filter((name) => /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(name))
  const modules = [...all].flatMap((file) => application.modules.get(file) ?? [])
  const imported = new Set(
    modules.flatMap((each) => each.facts.imports.flatMap(({ names }) => names.map((one) => one.imported))),
  )
  const actions = modules.flatMap((each) =>
    each.facts.actions
      // A page does not call each action of a module that it imports.
      .filter(({ name }) => !each.facts.exports.has(name) || imported.has(name) || imported.has('*'))
      .map(({ name, line, params }) => `${at(each.path, line)}: ${code(`${name}(${params})`)}`),
  )
  const guards = guardLines(page, known)
  const isOwn = new Set(own)
  return `${[
    `# ${address}`,
    '',
    `- from ${code(path)}`,
    `- to ${code(routeFileOf(page, application, above))}`,
    `- a link to it has ${code(`to="${address === '/' ? above || '/' : above + address}"`)}`,
    ...(methods.length > 0 ? [`- answers ${methods.join(', ')}, with ${code('server.handlers')}`] : []),
    ...(owner === undefined ? [] : [`- the address is taken here, by ${owner}`]),
    ...(entry
      ? [`- in ${code('pathnames')} of ${code('app/routing.ts')}: ${code(JSON.stringify({ [address]: entry }))}`]
      : []),
    ...section('Params and search params', paramLines(step, application)),
    ...section('Who may see it', [
      ...(guards.every((line) => line.includes(': calls '))
        ? [
            'The command found no guard. It knows middleware, layouts, and what the page itself calls of `next/navigation`.',
          ]
        : []),
      ...guards,
    ]),
    ...section('What it reads, and where that runs', dataLines(page, frame, all, application)),
    ...section('Server actions', actions),
    ...section('Metadata, as it is answered today', convention.name === 'page' ? metadataLines(step, application) : []),
    ...section('Environment', environmentLines(context.variables, all)),
    ...Object.entries(TITLES).flatMap(([kind, title]) => {
      const isHere = (file: string) =>
        files.has(file) || (kind === 'import' && frames.has(file)) || (kind === 'export' && around.has(file))
      return section(
        title,
        linesOf(
          findings.filter((each) => each.kind === kind && isHere(each.path) && !METADATA.test(each.name)),
          application,
        ),
      )
    }),
    ...section(
      'Around it',
      linesOf(
        findings.filter(({ kind, path: file }) => kind === 'file' && around.has(file)),
        application,
      ),
    ),
    ...section('Files that it needs', [...frames].filter((file) => !files.has(file) && !around.has(file)).map(code)),
    ...section('Links', linkLines(step, context.links)),
    ...section('Packages', packageLines(all, context)),
    ...section('Files that move with it', own.filter((file) => file !== path).map(code)),
    ...section('Files that an earlier step has moved', [...files].filter((file) => !isOwn.has(file)).map(code)),
    '',
    '## Compare',
    '',
    'With the old application at port 3001, and this one at 3000:',
    '',
    '```sh',
    `npx fairlead-from-next compare '${application.basePath}${addressOf(convention)}' --click`,
    '```',
  ].join('\n')}\n`
}

/** Returns the lines about routes that hide pages of the old application before the first page moves. */
const firstLines = ({ steps, known }: Context): string[] => [
  ...steps.flatMap(({ page }) => {
    const owner = collisionOf(page.convention, known.ownerOf)
    const address = addressOf(page.convention)
    return owner === undefined || owner === 'the server'
      ? []
      : [`[ ] ${code(owner)} hides ${code(address)}: delete it, or add ${code(address)} to ${code('keep')} for now`]
  }),
  ...(known.localeSegment === ''
    ? []
    : [
        '[ ] `app/routes/{-$locale}/route.tsx` with `localeOptions()` takes the shell of `app/routes/__root.tsx` (handbook/reference/router.md)',
      ]),
  '[ ] a test of `tests/pages.http.test.ts` has no page at an unknown path: the old application answers there, delete it',
]

function overviewOf(context: Context): string {
  const { steps, findings, variables, application, known } = context
  const inSheets = new Set(steps.flatMap(({ files }) => [...files]))
  const others = [...application.modules.keys()].filter((path) => !inSheets.has(path))
  const rest = findings.filter(({ path, kind }) => kind === 'config' || !inSheets.has(path))
  return `${[
    '# From Next.js, page by page',
    '',
    'The old application goes on running beside this one, at port 3001: `beside` in `app/routing.ts` sends it every request that',
    'nothing here answers. `npx fairlead-from-next compare /path` compares a page before it is switched, and',
    '`BESIDE_KEEP=/path` gives a page back.',
    '',
    'Nothing of the old application is translated. Each page is written here by its sheet, and compared, before visitors get',
    'it. The sheets say what the command has read, and nothing of what code does when it runs. What they call `handbook/` is',
    'in `node_modules/fairlead`. Of several answers of a guard, the first whose condition holds is given.',
    '',
    known.localeSegment === ''
      ? 'The URLs name no language, so routes stand in `app/routes`, and a link to `/shop` has `to="/shop"`.'
      : `The URLs name the language, so routes stand in \`app/routes${known.localeSegment}\`, and a link to \`/shop\` has \`to="${known.localeSegment}/shop"\`.`,
    '',
    countLine(countAll(application, known.guards)),
    ...section('First', firstLines(context)),
    '',
    '## What belongs to no page',
    '',
    ...unique(linesOf(rest, application)).map((line) => `- [ ] ${line}`),
    ...section('Packages of these files', packageLines(others, context)),
    ...section('Environment', environmentLines(variables)),
    '',
    '## Pages and server routes',
    '',
    'A step brings few new files: what several pages share moves with the first of them. A page whose params match the',
    'address of another one, such as a catch-all, comes after it: it would answer there.',
    '',
    ...steps.map(({ page, name, own }, index) => {
      const count = own.length === 1 ? '1 file' : `${own.length} files`
      return `${index + 1}. [ ] [${addressOf(page.convention)}](move/${name}.md): ${count}`
    }),
  ].join('\n')}\n`
}

/**
 * Returns `MOVE.md` and a task sheet for each page and server route, by their paths: the information that a person
 * needs to write it in Fairlead. They contain only facts from the source.
 */
export function moveSheets(application: NextApplication, known: Known): Map<string, string> {
  const steps = stepsOf(application)
  const findings = findAll(application, known)
  const variables = variablesOf(application)
  const context = { application, known, steps, findings, variables, links: linkTargets(application, steps) }
  const sheets = steps.map((step) => [`move/${step.name}.md`, sheetOf(step, context)] as const)
  return new Map([['MOVE.md', overviewOf(context)], ...sheets])
}
