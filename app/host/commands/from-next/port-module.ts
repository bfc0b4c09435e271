import type { ESTree } from 'vite'
import { linkProps, linkTarget, navigateOptions, type RoutePattern } from '#app/host/commands/from-next/link-target.ts'
import type { ApplicationModule } from '#app/host/commands/from-next/read-application.ts'
import { type Target, packageName } from '#app/host/commands/from-next/resolve-import.ts'

/** A place that a person must look at. */
export type Mark = { readonly line: number; readonly note: string }

export type Ported = {
  /** The module with links, hooks and imports of this project. */
  readonly text: string
  /** Why it cannot run here; empty for a module that can. */
  readonly reasons: readonly Mark[]
  /** Places to look at in a module that can run. */
  readonly marks: readonly Mark[]
  /** Files of the application that it imports. */
  readonly imports: readonly string[]
  /** Packages that are not installed here. */
  readonly packages: readonly string[]
}

type Edit = { readonly start: number; readonly end: number; readonly text: string }

type Context = {
  readonly routes: readonly RoutePattern[]
  readonly resolve: (from: string, specifier: string) => Target
  /** Packages of this project. */
  readonly installed: ReadonlySet<string>
  /** Returns the import of a file of the application, where it is written. */
  readonly importOf: (path: string) => string
}

const applyEdits = (text: string, edits: readonly Edit[]): string => {
  const pieces: string[] = []
  let at = 0
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    if (edit.start < at) continue
    pieces.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return pieces.join('') + text.slice(at)
}

/** Imports of Next.js whose names have counterparts; `undefined`: none is needed. */
const IMPORTS: Readonly<Record<string, { from: string; name: string } | undefined>> = {
  'next/link#default': { from: '#app/navigation/link.tsx', name: 'Link' },
  'next/image#default': undefined,
  'next/navigation#useRouter': { from: '@tanstack/react-router', name: 'useRouter' },
  'next/navigation#usePathname': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useSearchParams': { from: '@tanstack/react-router', name: 'useLocation' },
  'next/navigation#useParams': { from: '@tanstack/react-router', name: 'useParams' },
  'next/server#NextResponse': undefined,
  'next/server#NextRequest': undefined,
  'next-intl#Locale': undefined,
  ...Object.fromEntries(
    ['useTranslations', 'useLocale', 'useFormatter', 'useMessages', 'useNow', 'useTimeZone'].map((name) => [
      `next-intl#${name}`,
      { from: 'use-intl', name },
    ]),
  ),
}

/** Props of the image component of Next.js that `<img>` does not have. */
const IMAGE_PROPS = /^(fill|priority|preload|quality|placeholder|blurDataURL|unoptimized|loader|overrideSrc)$/

const isOfNext = (source: string) => /^(next|next-intl)(\/|$)/.test(source)

const attributeName = (node: ESTree.JSXAttributeItem) =>
  node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier' ? node.name.name : undefined

/** Rewrites a module for this project, as far as that is mechanical. */
export function portModule({ source, facts, path }: ApplicationModule, context: Context): Ported {
  const { text } = source
  const edits: Edit[] = []
  const reasons: Mark[] = []
  const marks: Mark[] = []
  const imports: string[] = []
  const packages: string[] = []
  const needed = new Map<string, Set<string>>()
  const need = (from: string, name: string, local = name) => {
    needed.set(from, (needed.get(from) ?? new Set()).add(name === local ? name : `${name} as ${local}`))
  }
  const mark = (line: number, note: string) => {
    marks.push({ line, note })
    return `/* from-next: ${path}:${line}: ${note} */`
  }

  for (const fact of facts.imports) {
    if (isOfNext(fact.source)) {
      edits.push({ start: fact.start, end: fact.end, text: '' })
      if (fact.kind !== 'import') reasons.push({ line: fact.line, note: fact.source })
      for (const { imported, local } of fact.names) {
        const name = `${fact.source}#${imported}`
        if (fact.isType || fact.source === 'next') continue
        if (!Object.hasOwn(IMPORTS, name)) reasons.push({ line: fact.line, note: `${imported} of ${fact.source}` })
        const counterpart = IMPORTS[name]
        if (counterpart)
          need(
            counterpart.from,
            counterpart.name,
            counterpart.name === imported || imported === 'default' ? local : counterpart.name,
          )
      }
      continue
    }
    const target = context.resolve(path, fact.source)
    if (target.type === 'file') {
      const isStyle = /\.(css|scss|sass|less)$/.test(target.path)
      if (isStyle && !target.path.endsWith('.module.css')) {
        edits.push({
          start: fact.start,
          end: fact.end,
          text: mark(fact.line, `${fact.source}: global styles are in app/ui/styles.css`),
        })
        continue
      }
      imports.push(target.path)
      const { sourceStart: at } = fact
      edits.push({ start: at, end: at + fact.source.length, text: context.importOf(target.path) })
    } else if (target.type === 'package') {
      if (context.installed.has(target.name) || fact.isType) continue
      packages.push(packageName(fact.source))
      reasons.push({ line: fact.line, note: `the package ${target.name} is not installed` })
    } else if (!fact.isType) {
      reasons.push({
        line: fact.line,
        note: target.type === 'builtin' ? `${fact.source} is a module of Node` : `${fact.source} is not found`,
      })
    }
  }

  for (const { name, node, line, start, end } of facts.calls) {
    const code = (at: ESTree.Node) => text.slice(at.start, at.end)
    const [argument] = node.arguments
    if (name === 'next/navigation#usePathname') edits.push({ start, end, text: 'useLocation().pathname' })
    else if (name === 'next/navigation#useSearchParams')
      edits.push({ start, end, text: 'new URLSearchParams(useLocation().searchStr)' })
    else if (name === 'next/navigation#useParams') edits.push({ start, end, text: 'useParams({ strict: false })' })
    else if (name === 'next/server#NextResponse.json')
      edits.push({ start, end: node.callee.end, text: 'Response.json' })
    else if (name === 'global#require') reasons.push({ line, note: 'require()' })
    else if (name.startsWith('next/navigation#useRouter().')) {
      const method = name.split('.').at(-1) ?? ''
      const router = node.callee.type === 'MemberExpression' ? code(node.callee.object) : ''
      if (method === 'refresh') edits.push({ start, end, text: `${router}.invalidate()` })
      else if (method === 'back' || method === 'forward')
        edits.push({ start, end, text: `${router}.history.${method}()` })
      else if ((method === 'push' || method === 'replace') && argument) {
        const target = linkTarget(argument, text, context.routes)
        const replace = method === 'replace' ? ', replace: true' : ''
        const options =
          target.type === 'route'
            ? navigateOptions(target)
            : `href: ${code(argument)} ${mark(line, 'write to and params, which keep the language')}`
        edits.push({ start, end, text: `${router}.navigate({ ${options}${replace} })` })
      } else reasons.push({ line, note: `${method}() of useRouter()` })
    } else if (name.startsWith('next/server#NextResponse')) reasons.push({ line, note: 'NextResponse' })
  }

  const rename = (opening: ESTree.Node, closing: ESTree.JSXClosingElement | undefined, tag: string, after = '') => {
    edits.push({ start: opening.start, end: opening.end, text: tag + after })
    if (closing) edits.push({ start: closing.name.start, end: closing.name.end, text: tag })
  }
  for (const { name, node, line, local, closing } of facts.elements) {
    if (name === 'next/link#default') {
      const href = node.attributes.find((attribute) => attributeName(attribute) === 'href')
      if (href?.type !== 'JSXAttribute' || !href.value) {
        reasons.push({ line, note: 'a Link without a plain href' })
        continue
      }
      const value = text.slice(href.value.start, href.value.end)
      const target = linkTarget(href.value, text, context.routes)
      if (target.type === 'route') edits.push({ start: href.start, end: href.end, text: linkProps(target) })
      else if (target.type === 'anchor') rename(node.name, closing, 'a')
      else {
        edits.push({
          start: href.start,
          end: href.end,
          text: `${mark(line, 'write to and params, which keep the language')} to=${value}`,
        })
      }
      for (const attribute of node.attributes) {
        if (/^(prefetch|passHref|legacyBehavior|shallow|scroll|locale)$/.test(attributeName(attribute) ?? '')) {
          edits.push({ start: attribute.start, end: attribute.end, text: '' })
        }
      }
    } else if (name === 'next/image#default') {
      rename(
        node.name,
        closing,
        'img',
        ` ${mark(line, 'an Image of Next.js: Image of app/ui/image.tsx makes sizes and formats')}`,
      )
      for (const attribute of node.attributes) {
        if (IMAGE_PROPS.test(attributeName(attribute) ?? ''))
          edits.push({ start: attribute.start, end: attribute.end, text: '' })
      }
    } else if (isOfNext(name)) reasons.push({ line, note: `<${local}> of ${name.split('#')[0]}` })
  }

  for (const { text: directive, line, start, end } of facts.directives) {
    if (directive === 'use client') edits.push({ start, end, text: '' })
    else reasons.push({ line, note: `'${directive}'` })
  }
  for (const { name, line, isAsync } of facts.exports) {
    const isComponent = name === 'default' || /^[A-Z][a-z]/.test(name)
    if (isAsync && isComponent) reasons.push({ line, note: 'a component that is async' })
  }
  const takesNextRequest = facts.imports.some(({ names }) => names.some(({ imported }) => imported === 'NextRequest'))
  if (takesNextRequest && /\.(nextUrl|cookies|geo|ip)\b/.test(text)) reasons.push({ line: 1, note: 'NextRequest' })
  for (const { name, line } of facts.variables) reasons.push({ line, note: `process.env.${name}` })

  const added = [...needed].map(([from, names]) => `import { ${[...names].join(', ')} } from '${from}'\n`)
  return { text: added.join('') + applyEdits(text, edits), reasons, marks, imports, packages }
}
