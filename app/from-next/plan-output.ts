import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { assetFault, functionsPath, PORTED, type PortPlan, portedPath, withImports } from '#app/from-next/plan-port.ts'
import type { ApplicationModule, NextApplication } from '#app/from-next/read-application.ts'
import { readLanguages, readMessages } from '#app/from-next/read-intl.ts'
import { routeNodes } from '#app/from-next/route-nodes.ts'
import { markComment } from '#app/from-next/route-file.ts'
import { LIMITS } from '#app/from-next/limits.ts'
import type { Segment } from '#app/from-next/conventions.ts'
import { toPath } from '#app/from-next/link-target.ts'
import { SourceError } from '#app/from-next/source-error.ts'
import { HOOKS } from '#app/from-next/port-calls.ts'
import { writeRoutes } from '#app/from-next/write-route.ts'
import { staticValue } from '#app/from-next/static-value.ts'
import { writeRouting } from '#app/from-next/write-routing.ts'

/** A file to write: a text, or a copy of a file. */
export type Output = { readonly text: string } | { readonly copyOf: string }

/** Folder of the modules that a person has to move, outside of what is built. */
const LEFT = 'from-next'

const MIDDLEWARE = /^(src\/)?(middleware|proxy)\.[cm]?[jt]s$/

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
    ...[...modules.values()]
      .filter(({ path, convention }) => convention || MIDDLEWARE.test(path))
      .map(({ path }) => path),
  ])
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
      if (ported.functions !== undefined) outputs.set(functionsPath(path), { text: head + ported.functions })
    } else if (ported) {
      const reasons = (plan.reasons.get(path) ?? []).map(({ line, note }) => `// from-next: ${path}:${line}: ${note}\n`)
      outputs.set(`${LEFT}/${path}`, { text: reasons.join('') + ported.text })
    } else if (assetFault(root, path) === undefined) outputs.set(portedPath(path), { copyOf: join(root, path) })
  }
  if ([...outputs.values()].some((output) => 'text' in output && output.text.includes(HOOKS)))
    outputs.set(HOOKS.slice(1), { text: HOOKS_TEXT })
  for (const path of publicFiles(application, project)) {
    const [, ...rest] = path.split('/')
    outputs.set(['public', ...application.basePath, ...rest].join('/'), { copyOf: join(root, path) })
  }
  return outputs
}

const HOOKS_TEXT = `import { useLocation, useMatch } from '@tanstack/react-router'
import { isLocale } from '#app/navigation/locale/locale.ts'

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
