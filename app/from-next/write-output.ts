import {
  existsSync,
  statSync,
  copyFileSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, dirname, resolve } from 'node:path'
import {
  assetFault,
  functionsPath,
  isGuarded,
  PORTED,
  type PortPlan,
  portedPath,
  withImports,
} from '#app/from-next/carried-modules.ts'
import { GUARD, GUARD_TEXT, isMiddleware } from '#app/from-next/guards.ts'
import { GUARD_PLACE } from '#app/from-next/page-wrapper.ts'
import type { ApplicationModule, NextApplication } from '#app/from-next/read-application.ts'
import { readLanguages, readMessages, writeRouting } from '#app/from-next/routing-table.ts'
import { routeNodes } from '#app/from-next/route-nodes.ts'
import { writeRoutes } from '#app/from-next/write-routes.ts'
import { markComment } from '#app/from-next/route-options.ts'
import { LIMITS, SourceError } from '#app/from-next/source-files.ts'
import type { Segment } from '#app/from-next/conventions.ts'
import { toPath } from '#app/from-next/link-target.ts'
import { HOOKS } from '#app/from-next/port-elements.ts'
import { staticValue } from '#app/from-next/parse-source.ts'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'

/** A file to write: a text, or a copy of a file. */
export type Output = { readonly text: string } | { readonly copyOf: string }

/** Folder of the modules that a person has to move, outside of what is built. */
const LEFT = 'from-next'

/** Writes server functions for the exports of a module with 'use server'. Their bodies are moved by hand. */
function actionsText({ path, facts }: ApplicationModule): string | undefined {
  const actions = facts.exports.filter(({ name }) => /^[a-z_$]/i.test(name) && name !== 'default')
  if (!facts.directives.some(({ text, isModule }) => text === 'use server' && isModule) || actions.length === 0)
    return undefined
  const functions = actions.map(({ name, line }) =>
    [
      markComment(path, line, `move the body from ${LEFT}/${path}; check who may call it, and its input`),
      `export const ${name} = createServerFn({ method: 'POST' })`,
      '  .validator(asFormData)',
      '  .handler(() => {',
      `    throw new Error('${name} is not ported yet')`,
      '  })',
      '',
    ].join('\n'),
  )
  const imports = [
    "import { createServerFn } from '@tanstack/react-start'",
    "import { asFormData } from '#app/forms/define-form.ts'",
  ]
  return [`// from-next: ${path}`, ...imports, '', ...functions].join('\n')
}

/** Returns all folders above the folders of routes. */
function parentsOf(keys: Iterable<string>): Set<string> {
  const parents = new Set<string>()
  for (const key of keys) {
    if (key !== '') parents.add('')
    for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1)) parents.add(key.slice(0, at))
  }
  return parents
}

/** Returns the files to write, by their path in the project. */
export function planOutput(
  application: NextApplication,
  plan: PortPlan,
  { project, taken, report }: { project: string; taken: ReadonlyMap<string, string>; report: string },
): Map<string, Output> {
  const { modules, root } = application
  const outputs = new Map<string, Output>([[`${LEFT}/REPORT.md`, { text: report }]])
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
    const imports = names.map((name) => `import type ${name} from '#messages/${name}.json'`)
    const members = names.map((name) => `    ${name}: typeof ${name}`)
    const text = [
      ...imports,
      '',
      "declare module '#app/locales/messages.ts' {",
      '  interface Namespaces {',
      ...members,
      '  }',
      '}',
      '',
    ]
    outputs.set(`${PORTED}/messages.d.ts`, { text: text.join('\n') })
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
  const context = { nodes, parents: parentsOf(nodes.keys()), plan, namespacesOf }
  const routes = [...nodes.values()].flatMap((node) => writeRoutes(node, context))
  for (const { path, text } of routes) outputs.set(path, { text })

  const reached = withImports(plan, [
    ...routes.flatMap(({ uses }) => uses),
    ...[...modules.values()].filter(({ path, convention }) => convention || isMiddleware(path)).map(({ path }) => path),
  ])
  const users = new Map<string, string[]>()
  for (const { path: page, convention } of modules.values())
    if (/^(page|layout|route|default)$/.test(convention?.name ?? ''))
      for (const used of withImports(plan, [page])) users.set(used, [...(users.get(used) ?? []), page])
  const needing = (path: string) => users.get(path) ?? []
  for (const path of reached) {
    const module = modules.get(path)
    const ported = plan.modules.get(path)
    const actions = module && actionsText(module)
    if (actions !== undefined) {
      outputs.set(`${PORTED}/${path.replace(/\.[cm]?[jt]sx?$/, '')}.functions.ts`, { text: actions })
    }
    const isOnServer = plan.carriedOnServer.has(path) && (!module?.convention || module.convention.name === 'route')
    if (ported && (plan.carried.has(path) || isOnServer)) {
      // Its types are those of another project: who moves it to its place removes the first lines.
      const head = `// @ts-nocheck -- from-next: ${path}\n/* oxlint-disable */\n`
      outputs.set(portedPath(path), { text: head + ported.text })
      if (ported.functions !== undefined) {
        const guarded = isGuarded(plan, needing(path))
        const own = ported.functions.replace(GUARD_PLACE, guarded ? `  await guard('/${path}')` : '')
        const text = head + (guarded ? `import { guard } from '${GUARD}'\n` : '') + own
        outputs.set(functionsPath(path), { text })
      }
    } else if (ported) {
      const reasons = (plan.reasons.get(path) ?? []).map(({ line, note }) => `// from-next: ${path}:${line}: ${note}\n`)
      outputs.set(`${LEFT}/${path}`, { text: reasons.join('') + ported.text })
    } else if (assetFault(root, path) === undefined) outputs.set(portedPath(path), { copyOf: join(root, path) })
  }
  for (const [name, text] of [
    [HOOKS, hooksText(application.basePath)],
    [GUARD, GUARD_TEXT],
  ] as const)
    if ([...outputs.values()].some((output) => 'text' in output && output.text.includes(name)))
      outputs.set(name.slice(1), { text })
  for (const path of publicFiles(application, project)) {
    const [, ...rest] = path.split('/')
    outputs.set(['public', ...application.basePath, ...rest].join('/'), { copyOf: join(root, path) })
  }
  return outputs
}

/** Returns the hooks of Next.js. Addresses there have no base path. */
const hooksText = (
  basePath: readonly string[],
) => `import { useLocation, useMatch, useParams, useRouter as useAppRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { getLocale, isLocale, localeParam } from '#app/navigation/locale/locale.ts'

const BASE = '${basePath.map((segment) => `/${segment}`).join('')}'

function useMethods(prefix: string) {
  const router = useAppRouter()
  return useMemo(() => {
    const go = (address: string, replace: boolean) => {
      const href = address.startsWith('/') && !address.startsWith('//') ? prefix + BASE + address : address
      void router.navigate({ href, replace })
    }
    return {
      push: (address: string) => go(address, false),
      replace: (address: string) => go(address, true),
      refresh: () => void router.invalidate(),
      back: () => router.history.back(),
      forward: () => router.history.forward(),
      // Links load their pages by themselves.
      prefetch: () => undefined,
    }
  }, [router, prefix])
}

/** The router of Next.js, whose methods can be taken apart and passed on. */
export const useRouter = () => useMethods('')

/** The router of next-intl: its addresses have no language. */
export function useLocalizedRouter() {
  const locale = localeParam(getLocale(useParams({ strict: false })))
  return useMethods(locale === undefined ? '' : \`/\${locale}\`)
}

/** The segments of the URL below the layout that has the component. */
export function useSelectedLayoutSegments(): string[] {
  const above = useMatch({ strict: false, select: (match) => match.pathname })
  const path = useLocation({ select: ({ pathname }) => pathname })
  return path.slice(above.length).split('/').filter(Boolean).map(decodeURIComponent)
}

/** The first of them. */
export function useSelectedLayoutSegment(): string | null {
  return useSelectedLayoutSegments()[0] ?? null
}

/** The path without its language, as next-intl has it. */
export function usePathname(): string {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [, first] = path.split('/')
  return isLocale(first) ? path.slice(first.length + 1) || '/' : path
}
`

/** Returns the path of a route, without its language. */
const pathOf = (segments: readonly Segment[]) => toPath(segments).replace('/{-$locale}', '') || '/'

/** Returns the files of `public` that are copied: not those that this project has, nor more bytes than the limit. */
function publicFiles({ root, files, basePath }: NextApplication, project: string): string[] {
  let left: number = LIMITS.publicBytes
  return files.filter((path) => {
    if (!path.startsWith('public/')) return false
    if (existsSync(join(project, 'public', ...basePath, path.slice('public/'.length)))) return false
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
const REPLACED = new Set(['app/routing.ts', HOME])

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

/** @throws SourceError for a path that leads out of the target or into what Git keeps, or a copy of no regular file */
function refusePaths(outputs: ReadonlyMap<string, Output>): void {
  for (const [path, output] of outputs) {
    const isInside = path.split('/').every((name) => !/^\.{0,2}$/.test(name) && name !== '.git' && !/[\0\\]/.test(name))
    if (!isInside)
      throw new SourceError(`${JSON.stringify(path)} would be written outside of the target; nothing is written`)
    if ('copyOf' in output && !lstatSync(output.copyOf).isFile())
      throw new SourceError(`${output.copyOf} is not a regular file; nothing is written`)
  }
}

/** @throws SourceError if one of the files exists, or if one of their folders is a symbolic link */
function refuseExisting(folder: string, outputs: ReadonlyMap<string, Output>, allowed: ReadonlySet<string>): void {
  refusePaths(outputs)
  const parents = new Set<string>()
  for (const path of outputs.keys())
    for (let parent = dirname(path); parent !== '.' && !parents.has(parent); parent = dirname(parent))
      parents.add(parent)
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

/** Writes the files into a folder. Never over a file: then nothing is written. */
export function writeToFolder(project: string, folder: string, outputs: ReadonlyMap<string, Output>): void {
  const target = resolve(folder)
  refuseExisting(target, outputs, new Set())
  writeAll(target, outputs, false)
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
    refuseExisting(tree, outputs, REPLACED)
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
