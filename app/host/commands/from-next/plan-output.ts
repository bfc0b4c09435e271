import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assetFault, PORTED, type PortPlan, portedPath, withImports } from '#app/host/commands/from-next/plan-port.ts'
import type { ApplicationModule, NextApplication } from '#app/host/commands/from-next/read-application.ts'
import { readLanguages, readMessages } from '#app/host/commands/from-next/read-intl.ts'
import { routeNodes } from '#app/host/commands/from-next/route-nodes.ts'
import { markComment } from '#app/host/commands/from-next/route-file.ts'
import { writeRoutes } from '#app/host/commands/from-next/write-route.ts'
import { writeRouting } from '#app/host/commands/from-next/write-routing.ts'

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
  outputs.set('app/routing.ts', { text: writeRouting(application, languages, hasMessages) })

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
      const [argument] = node.arguments
      const isName =
        name === 'next-intl#useTranslations' && argument?.type === 'Literal' && typeof argument.value === 'string'
      return isName ? [argument.value.split('.', 1)[0] ?? ''] : []
    })
    return [...new Set(names)].filter((name) => namespaces.has(name))
  }
  const nodes = routeNodes(application, taken)
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
    if (plan.carried.has(path) && ported) {
      // Its types are those of another project: who moves it to its place removes the first lines.
      const head = `// @ts-nocheck -- from-next: ${path}\n/* oxlint-disable */\n`
      outputs.set(portedPath(path), { text: head + ported.text })
    } else if (ported) {
      const reasons = (plan.reasons.get(path) ?? []).map(({ line, note }) => `// from-next: ${path}:${line}: ${note}\n`)
      outputs.set(`${LEFT}/${path}`, { text: reasons.join('') + ported.text })
    } else if (assetFault(root, path) === undefined) outputs.set(portedPath(path), { copyOf: join(root, path) })
  }
  return outputs
}
