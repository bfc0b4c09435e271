import { spawnSync } from 'node:child_process'
import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Segment, toPath } from '#app/from-next/addresses.ts'
import { type PortPlan, listsOf, portMdx, withImports } from '#app/from-next/carried-modules.ts'
import { GUARD, isMiddleware } from '#app/from-next/guards.ts'
import { GUARD_PLACE } from '#app/from-next/server-functions.ts'
import { PORTED, functionsPath, portedPath } from '#app/from-next/port-elements.ts'
import type { ApplicationModule, NextApplication } from '#app/from-next/read-application.ts'
import { readLanguages, readMessages, writeRouting } from '#app/from-next/routing-table.ts'
import { LIMITS, SourceError } from '#app/from-next/source.ts'
import { staticValue } from '#app/from-next/static-value.ts'
import {
  ENVIRONMENT,
  type Output,
  ownFiles,
  picturesOf,
  pluginText,
  styleFiles,
} from '#app/from-next/whole-application.ts'
import { routeNodes, writeRoutes } from '#app/from-next/write-routes.ts'
import { fontsPath } from '#app/from-next/fonts.ts'

const RUNTIME_FOLDER = 'app/from-next/next'

/** Adds the modules of `app/ported/next` that the outputs import, directly or through each other. */
function addRuntime(outputs: Map<string, Output>, project: string): void {
  // A map is visited with what is added meanwhile.
  for (const output of outputs.values())
    for (const [, name = ''] of ('text' in output ? output.text : '').matchAll(/#app\/ported\/next\/([\w-]+\.tsx?)/g)) {
      const path = `${PORTED}/next/${name}`
      if (outputs.has(path)) continue
      const text = readFileSync(join(project, RUNTIME_FOLDER, name), 'utf8')
      outputs.set(path, {
        text: text.replaceAll(`#${RUNTIME_FOLDER}/`, `#${PORTED}/next/`),
      })
    }
}

export function planOutput(
  application: NextApplication,
  plan: PortPlan,
  { project, taken, report }: { project: string; taken: ReadonlyMap<string, string>; report: string },
): Map<string, Output> {
  const { modules, root } = application
  const outputs = new Map<string, Output>([['from-next/REPORT.md', { text: report }]])
  const hasMessages = (locale: string) => existsSync(join(project, `app/locales/${locale}/shell.json`))
  const languages = readLanguages(application)
  const nodes = routeNodes(application, plan, taken)
  const paths = new Set(
    [...nodes.values()].flatMap(({ segments, files }) => (files.has('page') ? [pathOf(segments)] : [])),
  )
  const routing = writeRouting(application, languages, hasMessages, (route) => paths.has(route))
  outputs.set('app/routing.ts', { text: routing })

  const namespaces = new Set<string>()
  const messages = readMessages(application, languages?.locales ?? [])
  const isFree = (name: string) => !existsSync(join(project, `app/locales/en/${name}.json`))
  for (const { locale, namespaces: all } of messages) {
    for (const [name, texts] of Object.entries(all)) {
      if (!isFree(name)) continue
      if (locale === 'en') namespaces.add(name)
      outputs.set(`app/locales/${locale}/${name}.json`, { text: `${JSON.stringify(texts, null, 2)}\n` })
    }
  }
  if (namespaces.size > 0) {
    const names = [...namespaces]
    const imports = names.map((name) => `import type ${name} from '#messages/${name}.json'\n`)
    const members = names.map((name) => `    ${name}: typeof ${name}\n`)
    outputs.set(`${PORTED}/messages.d.ts`, {
      text: `${imports.join('')}\ndeclare module '#fairlead/messages/messages.ts' {\n  interface Namespaces {\n${members.join('')}  }\n}\n`,
    })
  }

  const namespacesOf = (path: string) => {
    const used = withImports(plan, [path]).flatMap((file) => modules.get(file)?.facts.calls ?? [])
    const names = used.flatMap(({ name, node }) => {
      if (!/^next-intl(\/server)?#(use|get)Translations$/.test(name)) return []
      const [argument] = node.arguments
      const value = argument && staticValue(argument, new Map())?.value
      const namespace = typeof value === 'object' && value !== null && 'namespace' in value ? value.namespace : value
      // Without one all of them are used.
      return typeof namespace === 'string' ? [namespace.split('.', 1)[0] ?? ''] : [...namespaces]
    })
    return [...new Set(names)].filter((name) => namespaces.has(name))
  }
  const above = [...nodes.values()].flatMap(({ segments }) =>
    segments.map((_, index) => segments.slice(0, index).join('/')),
  )
  const context = { nodes, parents: new Set(above), plan, namespacesOf }
  const routes = [...nodes.values()].flatMap((node) => writeRoutes(node, context))
  for (const { path, text } of routes) outputs.set(path, { text })

  const mdxComponents = [...modules.keys()].find((path) => /^(src\/)?mdx-components\.[jt]sx?$/.test(path))
  const reached = withImports(plan, [
    ...routes.flatMap(({ uses }) => uses),
    ...(mdxComponents === undefined ? [] : [mdxComponents]),
    ...[...modules.values()].filter(({ path, convention }) => convention || isMiddleware(path)).map(({ path }) => path),
  ])
  const users = new Map<string, string[]>()
  for (const { path: page, convention } of modules.values())
    if (/^(page|layout|route|default)$/.test(convention?.name ?? ''))
      for (const used of withImports(plan, [page])) users.set(used, [...(users.get(used) ?? []), page])
  for (const path of reached) {
    const ported = plan.modules.get(path)
    if (ported) {
      // Its types are those of another project: who moves it to its place removes the first lines.
      const head = `// @ts-nocheck -- from-next: ${path}\n/* oxlint-disable */\n`
      const pages = users.get(path) ?? []
      // If every page that needs a module is guarded, so are its server functions.
      const guarded = pages.length > 0 && pages.every((page) => plan.guards.has(page))
      const withGuard = (text: string) => {
        const own = text.replaceAll(GUARD_PLACE, guarded ? `  await guard('/${path}')` : '')
        return head + (guarded && own !== text ? `import { guard } from '${GUARD}'\n` : '') + own
      }
      outputs.set(portedPath(path), { text: withGuard(ported.text) })
      if (ported.fonts !== undefined) outputs.set(portedPath(fontsPath(path)), { text: ported.fonts })
      if (ported.functions !== undefined) outputs.set(functionsPath(path), { text: withGuard(ported.functions) })
    } else if (plan.faultOf(path) === undefined)
      outputs.set(portedPath(path), path.endsWith('.mdx') ? portMdx(application, path) : { copyOf: join(root, path) })
  }
  const isPorted = (path: string) => path.startsWith(`${PORTED}/`)
  const readsEnvironment = [...outputs].some(
    ([path, output]) => isPorted(path) && 'text' in output && output.text.includes('process.env'),
  )
  const hasMdx = [...outputs.keys()].some((path) => isPorted(path) && path.endsWith('.mdx'))
  const hasSvg = [...outputs.values()].some((output) => 'text' in output && output.text.includes(".svg?react'"))
  if (readsEnvironment || hasMdx || hasSvg)
    outputs.set(ENVIRONMENT, {
      text: pluginText({ hasMdx, mdxComponents: mdxComponents && `#${portedPath(mdxComponents)}`, hasSvg }),
    })
  const lists = listsOf(plan, modules.values())
  if (lists.length > 0) outputs.set(`${PORTED}/part.server.ts`, { text: partText(lists) })
  addRuntime(outputs, project)
  const styles = [...outputs.keys()].flatMap((path) =>
    path.startsWith(`${PORTED}/`) && path.endsWith('.css') ? [path.slice(PORTED.length + 1)] : [],
  )
  for (const [path, output] of styleFiles(application, styles)) if (!outputs.has(path)) outputs.set(path, output)
  for (const [path, place] of picturesOf(application).places)
    outputs.set(`public/${place}`, { copyOf: join(root, path) })
  for (const [path, output] of ownFiles(project, application, siteNameOf(application))) outputs.set(path, output)
  for (const path of publicFiles(application, project)) outputs.set(path, { copyOf: join(root, path) })
  return outputs
}

/** Returns the part that answers for `sitemap.ts` and `robots.ts`, which are loaded when they are asked for. */
function partText(lists: readonly ApplicationModule[]): string {
  const all = lists.map(({ path, convention }) =>
    convention?.name === 'robots'
      ? { path, member: 'robots', convert: 'robotsText' }
      : { path, member: 'sitemapPaths', convert: 'sitemapPages' },
  )
  const members = all.map(
    ({ path, member, convert }) =>
      `  ${member}: async () => ${convert}(await (await import('#${portedPath(path)}')).default()),\n`,
  )
  return `import { ${all.map(({ convert }) => convert).join(', ')} } from '#${PORTED}/next/metadata-files.ts'
import type { Part } from '#fairlead/server/part.ts'

export default {
${members.join('')}} satisfies Part
`
}

function siteNameOf({ modules }: NextApplication): string | undefined {
  const root = [...modules.values()].find(
    ({ convention }) => convention?.name === 'layout' && convention.segments.length === 0,
  )
  type Title = { default?: unknown; absolute?: unknown } | string
  type Metadata = { title?: Title; applicationName?: unknown; openGraph?: { siteName?: unknown } }
  const { title, applicationName, openGraph } = (root?.facts.exports.get('metadata')?.value?.value ?? {}) as Metadata
  const plain = typeof title === 'object' ? (title.default ?? title.absolute) : title
  return [openGraph?.siteName, applicationName, plain].find((text) => typeof text === 'string')
}

const pathOf = (segments: readonly Segment[]) => toPath(segments).replace('/{-$locale}', '') || '/'

/** Returns the files of `public` to copy: none that this project already has, and no more bytes than the limit. */
function publicFiles({ root, files }: NextApplication, project: string): string[] {
  let left: number = LIMITS.publicBytes
  return files.filter((path) => {
    if (!path.startsWith('public/')) return false
    if (existsSync(join(project, path))) return false
    left -= statSync(join(root, path)).size
    if (left < 0)
      throw new SourceError(
        `public has more than ${LIMITS.publicBytes / 1_000_000} MB; copy it yourself, and run the command without it`,
      )
    return true
  })
}

/** Files that a branch may change, because what they were is in its history. */
const HOME = 'app/routes/{-$locale}/index.tsx'
const REPLACED = new Set([
  'app/routing.ts',
  'app/routes/__root.tsx',
  'app/shell/shell.tsx',
  'app/site.ts',
  'app/styles/styles.css',
  'public/apple-touch-icon.png',
  HOME,
])

const HOME_IN_GROUP = /^app\/routes\/\{-\$locale\}(\/(_\w+|\(\w+\)))+\/index\.tsx$/

const MAX_LISTED = 10

function writeAll(folder: string, outputs: ReadonlyMap<string, Output>, replaces: boolean): void {
  for (const [path, output] of outputs) {
    const to = join(folder, path)
    mkdirSync(dirname(to), { recursive: true })
    const isReplaced = replaces && REPLACED.has(path)
    if ('text' in output) writeFileSync(to, output.text, { flag: isReplaced ? 'w' : 'wx' })
    else copyFileSync(output.copyOf, to, constants.COPYFILE_EXCL)
  }
}

/** Formats what was written as the rest of the project is. Nothing depends on it. */
function format(project: string, folder: string, outputs: ReadonlyMap<string, Output>): void {
  const files = [...outputs].flatMap(([path, output]) =>
    'text' in output && path.startsWith('app/') ? [join(folder, path)] : [],
  )
  const args = [
    join(project, 'node_modules/oxfmt/bin/oxfmt'),
    '-c',
    join(project, '.oxfmtrc.json'),
    '--no-error-on-unmatched-pattern',
  ]
  for (let at = 0; at < files.length; at += 200) {
    spawnSync(process.execPath, [...args, ...files.slice(at, at + 200)], { cwd: folder, stdio: 'ignore' })
  }
}

/** @throws SourceError for a path that leads out of the target or into what Git keeps, and for a file that exists */
function refuse(folder: string, outputs: ReadonlyMap<string, Output>, allowed: ReadonlySet<string>): void {
  const parents = new Set<string>()
  for (const [path, output] of outputs) {
    const isInside = path.split('/').every((name) => !/^\.{0,2}$/.test(name) && name !== '.git' && !/[\0\\]/.test(name))
    if (!isInside)
      throw new SourceError(`${JSON.stringify(path)} would be written outside of the target; nothing is written`)
    if ('copyOf' in output && !lstatSync(output.copyOf).isFile())
      throw new SourceError(`${output.copyOf} is not a regular file; nothing is written`)
    for (let parent = dirname(path); parent !== '.' && !parents.has(parent); parent = dirname(parent))
      parents.add(parent)
  }
  const link = [...parents].find((path) => lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink())
  if (link !== undefined)
    throw new SourceError(`${link} in ${folder} is a symbolic link, which may lead out; nothing is written`)
  const existing = [...outputs.keys()].filter((path) => !allowed.has(path) && existsSync(join(folder, path)))
  if (existing.length === 0) return
  const more = existing.length > MAX_LISTED ? `\nand ${existing.length - MAX_LISTED} more` : ''
  throw new SourceError(
    `${folder} has these files already; nothing is written:\n${existing.slice(0, MAX_LISTED).join('\n')}${more}`,
  )
}

/**
 * Never writes over a file: then nothing is written. In a folder with files of its own, those of `base` are not written.
 */
export function writeToFolder(
  project: string,
  folder: string,
  outputs: ReadonlyMap<string, Output>,
  base: ReadonlyMap<string, Output> = new Map(),
): void {
  const target = resolve(folder)
  const isEmpty = !existsSync(target) || (lstatSync(target).isDirectory() && readdirSync(target).length === 0)
  refuse(target, outputs, new Set())
  writeAll(target, isEmpty ? new Map([...base, ...outputs]) : outputs, false)
  format(project, target, outputs)
}

/** Commits the files to a new branch of the project, and leaves its folder as it is. */
export function writeToBranch(project: string, branch: string, outputs: ReadonlyMap<string, Output>): void {
  const git = (cwd: string, ...args: string[]) => {
    const { status, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' })
    if (status !== 0) throw new SourceError(`git ${args[0]}: ${stderr.trim()}; nothing is written`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'from-next-'))
  const tree = join(folder, 'tree')
  git(project, 'check-ref-format', '--branch', branch)
  git(project, 'worktree', 'add', '--quiet', '-b', branch, tree)
  let isCommitted = false
  try {
    refuse(tree, outputs, REPLACED)
    writeAll(tree, outputs, true)
    // The home page may be in a group: then it is another file.
    if (!outputs.has(HOME) && [...outputs.keys()].some((path) => HOME_IN_GROUP.test(path))) rmSync(join(tree, HOME))
    symlinkSync(join(project, 'node_modules'), join(tree, 'node_modules'))
    format(project, tree, outputs)
    rmSync(join(tree, 'node_modules'))
    git(tree, 'add', '--all', '--', ...new Set([...outputs.keys()].map((path) => path.split('/', 1)[0] ?? '')), 'app')
    git(tree, 'commit', '--quiet', '--no-verify', '--message', 'Add what from-next wrote')
    isCommitted = true
  } finally {
    git(project, 'worktree', 'remove', '--force', tree)
    if (!isCommitted) git(project, 'branch', '-D', branch)
    rmSync(folder, { recursive: true, force: true })
  }
}
