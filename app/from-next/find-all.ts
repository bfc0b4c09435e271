import type { Convention } from '#app/from-next/conventions.ts'
import { urlSegments } from '#app/from-next/conventions.ts'
import { linkTarget } from '#app/from-next/link-target.ts'
import {
  DIRECTIVE_MAPPINGS,
  ELEMENT_MAPPINGS,
  EXPORT_MAPPINGS,
  MODULE_MAPPINGS,
  NAME_MAPPINGS,
} from '#app/from-next/code-mappings.ts'
import { CONFIG_MAPPINGS, FILE_MAPPINGS, OTHER_MAPPINGS as OTHER } from '#app/from-next/file-mappings.ts'
import { imagePort } from '#app/from-next/port-image.ts'
import type { Mapping } from '#app/from-next/mapping.ts'
import { otherMetadata } from '#app/from-next/route-metadata.ts'
import { readLanguages } from '#app/from-next/read-intl.ts'
import { allowsKnownParams } from '#app/from-next/port-module.ts'
import type { PortPlan } from '#app/from-next/plan-port.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'
import type { ApplicationModule, NextApplication } from '#app/from-next/read-application.ts'

export type Finding = Mapping & {
  readonly kind: 'file' | 'import' | 'directive' | 'export' | 'call' | 'element' | 'config' | 'address' | 'value'
  readonly name: string
  readonly path: string
  readonly line: number
}

const isMiddleware = (path: string) => /^(src\/)?(middleware|proxy)\.[cm]?[jt]s$/.test(path)

/** Props that components of a convention get here. Those of a layout are its slots. */
const PROPS: Readonly<Record<string, readonly string[] | undefined>> = {
  page: ['params', 'searchParams', '*'],
  default: ['params', '*'],
  template: ['children'],
  error: ['error', 'reset'],
}

/** Returns true for a module of a convention whose component or handlers run here as they are. */
export function runsHere({ path, facts, convention }: ApplicationModule, plan: PortPlan): boolean {
  if (convention?.name === 'route') return plan.carriedOnServer.has(path)
  if (!convention || !plan.carried.has(path)) return false
  const component = facts.exports.find(({ name }) => name === 'default')
  const isLayout = convention.name === 'layout' && convention.router === 'app'
  const allowed = convention.router === 'app' ? (PROPS[convention.name] ?? []) : []
  return component?.isFunction === true && (isLayout || component.props.every((prop) => allowed.includes(prop)))
}

function fileMapping(module: ApplicationModule, plan: PortPlan): Mapping | undefined {
  const { convention } = module
  if (!convention) return undefined
  const { name, segments, slot, slotIn, interceptsIn } = convention
  const isHere = runsHere(module, plan)
  if (interceptsIn) {
    const target = urlSegments(segments).join('/')
    const isKnown = name === 'page' && plan.routes.some((route) => route.join('/') === target)
    return isKnown ? OTHER.intercepting : OTHER.interceptingByHand
  }
  if (slot !== undefined) {
    const hasLayout = slotIn !== undefined && plan.layouts.has(slotIn.join('/'))
    return hasLayout && isHere && /^(page|default)$/.test(name) ? OTHER.slot : OTHER.slotByHand
  }
  if (name === 'page') return isHere ? OTHER.page : OTHER.pageByHand
  const isRoot = segments.length === 0
  if (name === 'layout' && isRoot) return isHere ? OTHER.rootLayout : OTHER.rootLayoutByHand
  if (name === 'layout') return isHere ? OTHER.layout : OTHER.layoutByHand
  if (/^(loading|error|not-found)$/.test(name)) {
    return isRoot && !plan.layouts.has('') ? OTHER.rootBoundary : isHere ? OTHER.boundary : OTHER.boundaryByHand
  }
  if (name === 'route') return isHere ? OTHER.route : OTHER.routeByHand
  if (name === 'api') return OTHER.routeByHand
  return FILE_MAPPINGS.get(name)
}

/** Finds the mapping of a name, or of what it is a member of. */
function lookUp(name: string): { mapping: Mapping; isExact: boolean } | undefined {
  const exact = NAME_MAPPINGS.get(name)
  if (exact) return { mapping: exact, isExact: true }
  const shorter = name.replace(/(\(\)|\.\w+)$/, '')
  if (shorter === name) return undefined
  const found = lookUp(shorter)
  return found && { ...found, isExact: false }
}

const isOfNext = (name: string) => /^(next|next-intl)([/#]|$)/.test(name)

const PLAIN_SEARCH = /^string(\s*\|\s*(undefined|string\[\]))*$/

function findInModule(module: ApplicationModule, plan: PortPlan): Finding[] {
  const { path, facts, convention, source } = module
  const found: Finding[] = []
  const add = (kind: Finding['kind'], name: string, line: number, mapping: Mapping) => {
    found.push({ kind, name, path, line, ...mapping })
  }
  const plain = isMiddleware(path) ? OTHER.middleware : fileMapping(module, plan)
  const reasons = (plan.reasons.get(path) ?? []).slice(0, 3).map(({ note }) => note)
  const file = plain && reasons.length > 0 ? { ...plain, note: `${plain.note}: ${reasons.join(', ')}` } : plain
  if (file) add('file', convention?.name ?? 'middleware', 1, file)
  if (/^(src\/)?instrumentation(-client)?\.[jt]s$/.test(path)) add('file', 'instrumentation', 1, OTHER.instrumentation)

  const used = new Set([...facts.calls, ...facts.elements].map(({ name }) => name.split(/[.(]/, 1)[0]))
  for (const { source: from, names, line, isType } of facts.imports) {
    if (!isOfNext(from) || isType || from === 'next') continue
    const whole = MODULE_MAPPINGS.get(from)
    if (whole) add('import', from, line, whole)
    for (const { imported } of whole ? [] : names) {
      const name = `${from}#${imported}`
      // Members of a namespace are calls.
      if (used.has(name) || imported === '*') continue
      add(
        'import',
        name,
        line,
        NAME_MAPPINGS.get(name) ??
          ELEMENT_MAPPINGS.get(name) ??
          (name === 'next/link#default' ? OTHER.link : OTHER.other),
      )
    }
  }
  for (const { text, line } of facts.directives) {
    const mapping = DIRECTIVE_MAPPINGS.get(/^use (\w+)/.exec(text)?.[1] ?? '')
    if (mapping) add('directive', `'${text}'`, line, mapping)
  }
  for (const { name, line, value } of facts.exports) {
    const mapping = convention || isMiddleware(path) ? EXPORT_MAPPINGS.get(name) : undefined
    if (!mapping) continue
    const isNumber =
      name === 'revalidate' && typeof value?.value === 'number' && value.value > 0 && convention?.name === 'page'
    if (name === 'generateMetadata' && plan.modules.get(path)?.loadsMetadata && runsHere(module, plan))
      add('export', name, line, OTHER.loadedMetadata)
    else if (/^(dynamicParams|generateStaticParams)$/.test(name) && plan.carried.has(path) && allowsKnownParams(facts))
      add('export', name, line, OTHER.knownParams)
    else if (isNumber) add('export', name, line, { ...mapping, verdict: 'done', minutes: 0 })
    else if (
      name === 'metadata' &&
      convention?.name === 'layout' &&
      convention.segments.length === 0 &&
      !plan.layouts.has('')
    )
      add('export', name, line, OTHER.rootMetadata)
    else if (name === 'metadata' && (value === undefined || otherMetadata(value.value).length > 0))
      add('export', name, line, { ...mapping, verdict: 'by hand', minutes: 5 })
    else add('export', name, line, mapping)
  }
  for (const { name, line, within, isAction, node } of facts.calls) {
    const known = lookUp(name)
    if (!known && (!isOfNext(name) || MODULE_MAPPINGS.has(name.split('#', 1)[0] ?? ''))) continue
    if (known && !known.isExact) continue
    if (plan.modules.get(path)?.handled.has(node)) {
      add('call', name, line, OTHER.handled)
      continue
    }
    const isComponent =
      within === 'default' && !isAction && /^(page|layout|template|default)$/.test(convention?.name ?? '')
    if (known && isMiddleware(path) && /NextResponse\.(redirect|rewrite)$/.test(name))
      add('call', name, line, OTHER.guard)
    else if (known && isComponent && /#(permanentR|r)edirect$/.test(name))
      add('call', name, line, OTHER.redirectInComponent)
    else add('call', name, line, known?.mapping ?? OTHER.other)
  }
  for (const { name, line, node } of facts.elements) {
    if (name === 'next/link#default') {
      const href = node.attributes.find(
        (item) => item.type === 'JSXAttribute' && item.name.type === 'JSXIdentifier' && item.name.name === 'href',
      )
      const value = href?.type === 'JSXAttribute' ? href.value : null
      const isComputed = !value || linkTarget(value, source.text, plan.routes, plan.basePath).type === 'computed'
      add('element', name, line, isComputed ? OTHER.linkByHand : OTHER.link)
    } else if (name === 'next/image#default' && imagePort({ node }, facts) !== 'img')
      add('element', name, line, OTHER.image)
    else if (isOfNext(name)) add('element', name, line, ELEMENT_MAPPINGS.get(name) ?? OTHER.other)
  }
  for (const { name, line } of facts.variables) add('value', name, line, OTHER.environment)
  if (convention?.name === 'page') {
    for (const { name, line, type } of facts.search) {
      add('value', `searchParams.${name}`, line, PLAIN_SEARCH.test(type) ? OTHER.searchParams : OTHER.searchParamsType)
    }
  }
  return found
}

type ImageHosts = { domains?: unknown; remotePatterns?: unknown }

/** Returns the hosts of images that `next.config` allows. */
function imageHosts({ config }: NextApplication): string[] {
  const value = config?.entries.get('images')?.value?.value
  if (typeof value !== 'object' || value === null) return []
  const { domains, remotePatterns } = value as ImageHosts
  const list = [
    ...(Array.isArray(domains) ? (domains as unknown[]) : []),
    ...(Array.isArray(remotePatterns) ? (remotePatterns as unknown[]) : []),
  ]
  return list.flatMap((item) => {
    if (typeof item === 'string') return [`https://${item}`]
    if (typeof item !== 'object' || item === null) return []
    const { hostname, protocol = 'https' } = item as { hostname?: unknown; protocol?: string }
    return typeof hostname === 'string' ? [`${protocol}://${hostname.replace(/^\*\*/, '*')}`] : []
  })
}

function findInConfig(application: NextApplication): Finding[] {
  const { config } = application
  if (!config) return []
  const { path } = config
  const found = [...config.entries].map(([name, { line, value }]): Finding => {
    const mapping = CONFIG_MAPPINGS.get(name) ?? OTHER.other
    if (name === 'basePath' && value !== undefined && readLanguages(application))
      return { kind: 'config', name, path, line, ...OTHER.basePathWithLanguages }
    const isComputed = value === undefined && /^(redirects|rewrites|i18n|trailingSlash|images|basePath)$/.test(name)
    return { kind: 'config', name, path, line, ...(isComputed ? OTHER.computed : mapping) }
  })
  const line = config.entries.get('images')?.line ?? 1
  return [
    ...found,
    ...imageHosts(application).map((name): Finding => ({ kind: 'value', name, path, line, ...OTHER.imageHost })),
  ]
}

/** Returns what the address of a page collides with in this project. */
export function collisionOf(convention: Convention, taken: ReadonlyMap<string, string>): string | undefined {
  if (!/^(page|route|api)$/.test(convention.name)) return undefined
  const path = `/${urlSegments(convention.segments).join('/')}`.replaceAll(/\[(.)\]/g, '$1')
  return reservedAt(path) === undefined ? taken.get(path.split('/', 2)[1] ?? '') : 'the server'
}

/** Files of tools, whose packages the application does not need. */
const TOOL = /(^|\/)[\w.-]*config\.[cm]?[jt]s$/

/** Finds all that has to change, in the order of the files. */
export function findAll(application: NextApplication, plan: PortPlan, taken: ReadonlyMap<string, string>): Finding[] {
  const found = [...application.modules.values()].flatMap((module) => findInModule(module, plan))
  for (const [path, { name }] of application.conventions) {
    const mapping = name === 'page' ? OTHER.otherPage : FILE_MAPPINGS.get(name)
    if (mapping) found.push({ kind: 'file', name, path, line: 1, ...mapping })
  }
  for (const { path, convention } of application.modules.values()) {
    const owner = convention && collisionOf(convention, taken)
    if (!convention || owner === undefined) continue
    const name = `/${urlSegments(convention.segments).join('/')}`
    found.push({ kind: 'address', name, path, line: 1, ...OTHER.collision, note: `${OTHER.collision.note} (${owner})` })
  }
  for (const path of application.unread) found.push({ kind: 'file', name: 'unread', path, line: 1, ...OTHER.unread })
  const needed = new Set([...plan.modules].flatMap(([path, { packages }]) => (TOOL.test(path) ? [] : packages)))
  for (const name of needed) found.push({ kind: 'import', name, path: 'package.json', line: 1, ...OTHER.package })
  return [...found, ...findInConfig(application)].toSorted((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  )
}
