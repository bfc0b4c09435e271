import { portedPath } from '#app/from-next/port-elements.ts'
import { type Convention, type Segment, matchRoute, urlSegments } from '#app/from-next/addresses.ts'
import { type PortPlan, collisionOf, isRestOfSlot, runsHere } from '#app/from-next/carried-modules.ts'
import { GUARD } from '#app/from-next/guards.ts'
import { propsOf } from '#app/from-next/module-parts.ts'
import type { NextApplication } from '#app/from-next/read-application.ts'
import {
  type RouteContext,
  RouteFile,
  addBoundaries,
  addComponent,
  addHead,
  addLoader,
  addSearch,
  addStaticData,
  code,
  isGroup,
  loadedBy,
  markComment,
  routeId,
  titleTemplate,
  type Placed,
  type RouteNode,
  type SlotNode,
} from '#app/from-next/route-options.ts'

/** Conventions that become files or options of routes. */
const ROUTED = new Set(['page', 'layout', 'route', 'api', 'loading', 'error', 'not-found', 'default'])

/** The folder of all pages, if the root layout can run here. */
const SITE = '_site'

/** Returns a function for the segments of a folder: a group with a layout is a route without a path, `_group`. */
function routeSegments({ modules }: NextApplication, { layouts }: PortPlan): (convention: Convention) => Segment[] {
  const withLayout = new Set(
    [...modules.values()].flatMap(({ convention }) =>
      convention?.name === 'layout' && convention.slot === undefined ? [convention.segments.join('/')] : [],
    ),
  )
  return ({ segments, router, name }) => {
    const named = segments.map((segment, index) =>
      segment.startsWith('(') && withLayout.has(segments.slice(0, index + 1).join('/'))
        ? `_${segment.slice(1, -1)}`
        : segment,
    )
    return layouts.has('') && router === 'app' && name !== 'route' ? [SITE, ...named] : named
  }
}

/**
 * Leaves one page for each address, that below `[locale]` first: a build has no place for two. Next.js takes them where a
 * page beside `[locale]` leads to it, or where both routers have one.
 */
function dropDoubles(nodes: ReadonlyMap<string, RouteNode>): void {
  const holders = new Map<string, RouteNode>()
  const isLocalized = ({ files }: RouteNode) => files.get('page')?.convention.isLocalized === true
  for (const node of nodes.values()) {
    if (!node.files.has('page')) continue
    const address = urlSegments(node.segments)
      .map((segment) => (segment.startsWith('$') && segment !== '$' ? '$x' : segment))
      .join('/')
    const other = holders.get(address)
    const loser = other && isLocalized(node) && !isLocalized(other) ? other : other && node
    if (loser !== node) holders.set(address, node)
    loser?.files.delete('page')
  }
}

/** Returns the folders of routes, by their path. */
export function routeNodes(
  application: NextApplication,
  plan: PortPlan,
  taken: ReadonlyMap<string, string>,
): Map<string, RouteNode> {
  const nodes = new Map<string, RouteNode>()
  const nodeAt = (segments: readonly Segment[]): RouteNode => {
    const key = segments.join('/')
    const node = nodes.get(key) ?? { segments, files: new Map(), intercepting: [], slots: new Map(), slotPages: [] }
    nodes.set(key, node)
    return node
  }
  const intercepting: Placed[] = []
  const inSlots: Placed[] = []
  const segmentsOf = routeSegments(application, plan)
  for (const module of application.modules.values()) {
    const { convention: place } = module
    if (!place || !ROUTED.has(place.name) || collisionOf({ ...place, name: 'page' }, taken) !== undefined) continue
    const convention = { ...place, segments: segmentsOf(place) }
    const placed = { ...module, convention }
    if (convention.interceptsIn) intercepting.push(placed)
    if (convention.slot !== undefined) inSlots.push(placed)
    else if (!convention.interceptsIn) {
      const { files } = nodeAt(convention.segments)
      // A page beside [locale] leads to it, which the server does here.
      if (convention.isLocalized || !files.has(convention.name)) files.set(convention.name, placed)
    }
  }
  dropDoubles(nodes)
  const withPage = [...nodes.values()].filter(({ files }) => files.has('page'))
  const isRest = (module: Placed) => isRestOfSlot(module.convention, plan)
  for (const module of inSlots.toSorted((one, other) => Number(isRest(one)) - Number(isRest(other)))) {
    const { name, slot = '', slotIn = [], segments, interceptsIn } = module.convention
    const folder = segmentsOf({ ...module.convention, segments: slotIn })
    const layout = folder.length > 0 ? nodes.get(folder.join('/')) : undefined
    if (!layout?.files.has('layout')) continue
    const found: SlotNode = layout.slots.get(slot) ?? { pages: [], files: new Map() }
    layout.slots.set(slot, found)
    if (interceptsIn) continue
    if (name !== 'page' || (isRest(module) && !runsHere(module, plan))) {
      if (!found.files.has(name)) found.files.set(name, module)
      continue
    }
    const isFree = (node: RouteNode) =>
      matchRoute(urlSegments(node.segments), [urlSegments(segments)]) && found.pages.every((page) => page.node !== node)
    for (const node of isRest(module) ? withPage.filter(isFree) : [nodeAt(segments)]) {
      node.slotPages.push(module)
      found.pages.push({ node, module })
    }
  }
  for (const module of intercepting.filter(({ convention }) => convention.name === 'page')) {
    const target = urlSegments(module.convention.segments).join('/')
    for (const { segments, files, intercepting: list } of nodes.values()) {
      if (files.has('page') && urlSegments(segments).join('/') === target) list.push(module)
    }
  }
  return nodes
}

type Written = { readonly path: string; readonly text: string; readonly uses: readonly string[] }

const ROUTES = 'app/routes/{-$locale}'

/** Returns the part of a mark that says where the rewritten original is, and why it does not run. */
function moveNote(what: string, path: string, plan: PortPlan): string {
  const reason = plan.modules.get(path)?.reason
  return `move ${what} from ${portedPath(path)}${reason ? `: ${reason.note} (line ${reason.line})` : ''}`
}

function lineOf({ facts }: Placed): number {
  return facts.exports.get('default')?.line ?? 1
}

function pageText(node: RouteNode, module: Placed, id: string, context: RouteContext): Omit<Written, 'path'> {
  const file = new RouteFile()
  const { path, facts, convention } = module
  if (convention.catchAll === 'required')
    file.options.push('  params: { parse: (params) => (params._splat ? params : false) },')
  addGuard(file, module.path, context)
  addStaticData(file, node, module, context)
  addSearch(file, module)
  const title = addHead(file, module, node, context)
  for (const { name, line } of facts.exports.values()) {
    if (/^(getServerSideProps|getStaticProps)$/.test(name)) {
      file.options.push(`  ${markComment(path, line, 'write a loader that calls a server function')}`)
    }
  }
  addBoundaries(file, node.segments, context, ['error', 'not-found', 'loading'])
  if (runsHere(module, context.plan)) {
    file.use(path, 'Page')
    const shown = [
      module,
      ...[...node.intercepting, ...node.slotPages].filter((other) => runsHere(other, context.plan)),
    ]
    const namespaces = new Set(shown.flatMap((each) => context.namespacesOf(each.path)))
    const hasMessages = addLoader(
      file,
      shown.flatMap((each) =>
        loadedBy(each, context.plan, each === module ? titleTemplate(node.segments, context.nodes) : undefined),
      ),
      [...namespaces],
    )
    addComponent(file, 'Page', '<Page />', hasMessages)
  } else {
    file.options.push('  component: Page,')
    const values = [
      code(title ?? `/${urlSegments(node.segments).join('/')}`),
      ...(convention.params.length > 0 ? ['...Object.values(Route.useParams())'] : []),
    ]
    const heading = values.length > 1 ? `[${values.join(', ')}].join(' ')` : (values[0] ?? '')
    file.after.push(
      `function Page() {\n  ${markComment(path, lineOf(module), moveNote('the component', path, context.plan))}\n  return (\n    <>\n      <h1>{${heading}}</h1>\n      <p>This page is not carried over yet: see from-next/REPORT.md.</p>\n    </>\n  )\n}`,
    )
  }
  return { text: file.text(path, id), uses: file.uses }
}

/** Writes the route of a URL that only slots have a page for. */
function slotPageText(node: RouteNode, id: string, context: RouteContext): Omit<Written, 'path'> {
  const { segments, slotPages } = node
  const { plan } = context
  const file = new RouteFile()
  const [first] = slotPages
  const loaded = slotPages
    .filter((module) => runsHere(module, plan))
    .flatMap((module) => loadedBy(module, plan, module === first ? titleTemplate(segments, context.nodes) : undefined))
  const guarded = slotPages.find(({ path }) => plan.guards.has(path))
  if (guarded) addGuard(file, guarded.path, context)
  if (first) addHead(file, first, node, context)
  if (file.options.length === 0 && file.late.length === 0)
    file.options.push(`  ${markComment(first?.path ?? segments.join('/'), 1, 'give the page of this slot a title')}`)
  addLoader(file, loaded, [])
  return { text: file.text(first?.path ?? segments.join('/'), id), uses: file.uses }
}

/** Returns the slots of a layout as props. */
function slotProps(node: RouteNode, file: RouteFile, context: RouteContext): string {
  const component = node.files.get('layout')?.facts.exports.get('default')
  const taken = component ? propsOf(component) : []
  const slots = [...node.slots].filter(([slot]) => taken.includes(slot) || taken.includes('*'))
  const props = slots.map(([slot, { pages, files }]) => {
    const local = (name: string, index: number) =>
      `${slot[0]?.toUpperCase()}${slot.slice(1).replaceAll(/\W/g, '')}${name}${index}`
    const used = new Map<string, string>()
    const entries = pages.map(({ node: target, module }, index) => {
      if (!runsHere(module, context.plan))
        return `${markComment(module.path, lineOf(module), moveNote(`a page of the slot`, module.path, context.plan))}\n`
      const name = used.get(module.path) ?? local('Page', index)
      if (!used.has(module.path)) file.use(module.path, name)
      used.set(module.path, name)
      return `${code(nodeId(target, context))}: ${name},\n`
    })
    const fallback = files.get('default')
    const lost = [...files.values()].filter((module) => module !== fallback)
    const marks = lost.map(
      ({ path, convention: { name } }) =>
        `${markComment(path, 1, name === 'page' ? 'write it for each page below: it has its params from the whole path' : `a slot has no ${name}`)}\n`,
    )
    let shown: string | undefined
    if (fallback && runsHere(fallback, context.plan)) {
      file.use(fallback.path, local('Default', 0))
      shown = `<${local('Default', 0)} />`
    }
    // All pages of the slot open over others.
    if (pages.length === 0) return ` ${slot}={${shown ?? 'null'}}`
    file.import('#app/navigation/slots/slot.tsx', 'Slot')
    const name = code([...urlSegments(node.segments), slot].join('-'))
    return ` ${slot}={<Slot name=${name} pages={{\n${marks.join('')}${entries.join('')}}}${shown ? ` default={${shown}}` : ''} />}`
  })
  return props.join('')
}

function layoutText(node: RouteNode, module: Placed, id: string, context: RouteContext): Omit<Written, 'path'> {
  const file = new RouteFile()
  const { path } = module
  file.import('@tanstack/react-router', 'Outlet')
  addGuard(file, path, context)
  addHead(file, module, node, context)
  addBoundaries(file, node.segments.slice(0, -1), context, ['error', 'not-found'])
  if (runsHere(module, context.plan)) {
    file.use(path, 'Layout')
    const slots = slotProps(node, file, context)
    const hasMessages = addLoader(
      file,
      loadedBy(module, context.plan, titleTemplate(node.segments, context.nodes)),
      context.namespacesOf(path),
    )
    addComponent(file, 'Layout', `<Layout${slots}><Outlet /></Layout>`, hasMessages)
  } else {
    file.options.push(
      `  ${markComment(path, lineOf(module), moveNote('the layout', path, context.plan))}`,
      '  component: Outlet,',
    )
    for (const { pages } of node.slots.values())
      for (const { module: page } of pages)
        file.options.push(`  ${markComment(page.path, lineOf(page), 'a page of a slot: give the layout a Slot')}`)
  }
  return { text: file.text(path, id), uses: file.uses }
}

/** Adds the guard of a page whose original guard is not carried over. */
function addGuard(file: RouteFile, path: string, { plan }: RouteContext): void {
  const guard = plan.guards.get(path)
  if (!guard) return
  file.import(GUARD, 'guard')
  file.options.push(
    `  ${markComment(guard.path, guard.line, guard.note)}`,
    '  beforeLoad: ({ location }) => guard(location.pathname),',
  )
}

const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/

function handlerText(module: Placed, id: string, context: RouteContext): Omit<Written, 'path'> {
  const file = new RouteFile()
  const { path, facts } = module
  const methods = [...facts.exports.values()].filter(({ name }) => METHODS.test(name))
  const guard = context.plan.guards.get(path)
  const isHere = runsHere(module, context.plan) && methods.length > 0
  if (isHere) {
    file.uses.push(path)
    if (guard) file.import(GUARD, 'guard')
    const names = methods.map(({ name }) => code(name)).join(' | ')
    file.after.push(
      `type Handlers = Record<\n  ${names},\n  (request: Request, context: { params: Promise<object> }) => Response | Promise<Response>\n>`,
    )
  }
  file.options.push('  server: {', '    handlers: {')
  for (const { name, line } of isHere || methods.length > 0 ? methods : [{ name: 'ANY', line: lineOf(module) }]) {
    if (isHere) {
      const guarding = guard
        ? [
            `      ${markComment(guard.path, guard.line, guard.note)}`,
            '        await guard(new URL(request.url).pathname)',
          ]
        : []
      // Loaded when it is asked for, so that its faults are no one else's.
      file.options.push(
        `      ${name}: async ({ request, params }) => {`,
        ...guarding,
        `        const handlers = (await import('#${portedPath(path)}')) as unknown as Handlers`,
        `        return handlers.${name}(request, { params: Promise.resolve(params) })`,
        '      },',
      )
    } else {
      file.options.push(
        `      ${markComment(path, line, moveNote('the handler', path, context.plan))}`,
        `      ${name}: () => new Response('Not Implemented\\n', { status: 501 }),`,
      )
    }
  }
  file.options.push('    },', '  },')
  return { text: file.text(path, id), uses: file.uses }
}

/** Returns true for a folder whose page is its index route. */
function isIndexNode({ segments, files }: RouteNode, { parents }: RouteContext): boolean {
  const isUrl = urlSegments(segments).length > 0 && !isGroup(segments)
  const hasBelow = parents.has(segments.join('/')) || (segments.length > 0 && files.has('layout'))
  return !isUrl || (hasBelow && segments.at(-1) !== '$')
}

/** Returns the id of the route of a folder's page. */
function nodeId(node: RouteNode, context: RouteContext): string {
  return routeId(node.segments, isIndexNode(node, context))
}

/** Writes the route files of a folder. */
export function writeRoutes(node: RouteNode, context: RouteContext): Written[] {
  const { segments, files } = node
  const layout = segments.length > 0 ? files.get('layout') : undefined
  const isIndex = isIndexNode(node, context)
  const flat = `${ROUTES}/${[...segments, ...(isIndex ? ['index'] : [])].join('/')}`
  const id = routeId(segments, isIndex)
  const written: Written[] = []
  if (layout) {
    const path = `${ROUTES}/${segments.join('/')}/route.tsx`
    written.push({ path, ...layoutText(node, layout, routeId(segments, false), context) })
  }
  const page = files.get('page')
  if (page) written.push({ path: `${flat}.tsx`, ...pageText(node, page, id, context) })
  else if (node.slotPages.length > 0) written.push({ path: `${flat}.tsx`, ...slotPageText(node, id, context) })
  const handler = files.get('route') ?? files.get('api')
  if (handler) written.push({ path: `${flat}.ts`, ...handlerText(handler, id, context) })
  return written
}
