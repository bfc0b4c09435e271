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
  type Placed,
  type RouteNode,
  type SlotNode,
} from '#app/from-next/route-options.ts'

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
  const isLocalized = ({ files }: RouteNode) => files.get('page')?.convention.localeParam !== undefined
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
      if (convention.localeParam !== undefined || !files.has(convention.name)) files.set(convention.name, placed)
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

const ROUTES = 'app/routes/{-$locale}'

function moveNote(what: string, { path }: Placed, { plan }: RouteContext): string {
  const reason = plan.modules.get(path)?.reason
  return `move ${what} from ${portedPath(path)}${reason ? `: ${reason.note} (line ${reason.line})` : ''}`
}

const lineOf = ({ facts }: Placed): number => facts.exports.get('default')?.line ?? 1

function addPage(file: RouteFile, node: RouteNode, module: Placed): void {
  const { plan, namespacesOf } = file.context
  const { path, facts, convention } = module
  if (convention.catchAll === 'required')
    file.options.push('  params: { parse: (params) => (params._splat ? params : false) },')
  addGuard(file, module.path)
  addStaticData(file, node, module)
  addSearch(file, module)
  const title = addHead(file, module, node)
  for (const name of ['getServerSideProps', 'getStaticProps']) {
    const fact = facts.exports.get(name)
    if (fact) file.mark(path, fact.line, 'write a loader that calls a server function')
  }
  addBoundaries(file, node.segments, ['error', 'not-found', 'loading'])
  if (runsHere(module, plan)) {
    const above = [...node.intercepting, ...node.slotPages].filter((other) => runsHere(other, plan))
    const namespaces = new Set([module, ...above].flatMap((each) => namespacesOf(each.path)))
    const loaded = [...loadedBy(module, node, file.context), ...above.flatMap((each) => loadedBy(each, node, { plan }))]
    const hasMessages = addLoader(file, loaded, [...namespaces])
    file.use(path, 'Page')
    addComponent(file, 'Page', '<Page />', hasMessages)
    return
  }
  file.options.push('  component: Page,')
  const text = code(title ?? `/${urlSegments(node.segments).join('/')}`)
  const heading = convention.params.length > 0 ? `[${text}, ...Object.values(Route.useParams())].join(' ')` : text
  file.after.push(
    `function Page() {\n  ${markComment(path, lineOf(module), moveNote('the component', module, file.context))}\n  return (\n    <>\n      <h1>{${heading}}</h1>\n      <p>This page is not carried over yet: see from-next/REPORT.md.</p>\n    </>\n  )\n}`,
  )
}

function addSlotPages(file: RouteFile, node: RouteNode, first: Placed): void {
  const { slotPages } = node
  const { plan } = file.context
  const guarded = slotPages.find(({ path }) => plan.guards.has(path))
  if (guarded) addGuard(file, guarded.path)
  addHead(file, first, node)
  if (file.options.length === 0 && file.late.length === 0)
    file.mark(first.path, 1, 'give the page of this slot a title')
  const shown = slotPages.filter((module) => runsHere(module, plan))
  const loaded = shown.flatMap((module) => loadedBy(module, node, module === first ? file.context : { plan }))
  addLoader(file, loaded, [])
}

function slotProps(node: RouteNode, layout: Placed, file: RouteFile): string {
  const { context } = file
  const component = layout.facts.exports.get('default')
  const taken = component ? propsOf(component) : []
  const slots = [...node.slots].filter(([slot]) => taken.includes(slot) || taken.includes('*'))
  const props = slots.map(([slot, { pages, files }]) => {
    const local = (name: string, index: number) =>
      `${slot[0]?.toUpperCase()}${slot.slice(1).replaceAll(/\W/g, '')}${name}${index}`
    const used = new Map<string, string>()
    const entries = pages.map(({ node: target, module }, index) => {
      if (!runsHere(module, context.plan))
        return `${markComment(module.path, lineOf(module), moveNote(`a page of the slot`, module, context))}\n`
      const name = used.get(module.path) ?? local('Page', index)
      if (!used.has(module.path)) file.use(module.path, name)
      used.set(module.path, name)
      return `${code(nodeId(target, context))}: ${name},\n`
    })
    const fallback = files.get('default')
    const marks = [...files].map(([name, { path }]) =>
      name === 'default'
        ? ''
        : `${markComment(path, 1, name === 'page' ? 'write it for each page below: it has its params from the whole path' : `a slot has no ${name}`)}\n`,
    )
    const hasDefault = fallback !== undefined && runsHere(fallback, context.plan)
    if (hasDefault) file.use(fallback.path, local('Default', 0))
    const shown = hasDefault ? `<${local('Default', 0)} />` : undefined
    // All pages of the slot open over others.
    if (pages.length === 0) return ` ${slot}={${shown ?? 'null'}}`
    file.import('#fairlead/navigation/slots/slot.tsx', 'Slot')
    const name = code([...urlSegments(node.segments), slot].join('-'))
    return ` ${slot}={<Slot name=${name} pages={{\n${marks.join('')}${entries.join('')}}}${shown ? ` default={${shown}}` : ''} />}`
  })
  return props.join('')
}

function addLayout(file: RouteFile, node: RouteNode, module: Placed): void {
  const { context } = file
  const { path } = module
  file.import('@tanstack/react-router', 'Outlet')
  addGuard(file, path)
  addHead(file, module, node)
  addBoundaries(file, node.segments.slice(0, -1), ['error', 'not-found'])
  if (runsHere(module, context.plan)) {
    file.use(path, 'Layout')
    const slots = slotProps(node, module, file)
    const hasMessages = addLoader(file, loadedBy(module, node, context), context.namespacesOf(path))
    addComponent(file, 'Layout', `<Layout${slots}><Outlet /></Layout>`, hasMessages)
    return
  }
  file.mark(path, lineOf(module), moveNote('the layout', module, context))
  file.options.push('  component: Outlet,')
  for (const { module: page } of [...node.slots.values()].flatMap(({ pages }) => pages))
    file.mark(page.path, lineOf(page), 'a page of a slot: give the layout a Slot')
}

function addGuard(file: RouteFile, path: string): void {
  const guard = file.context.plan.guards.get(path)
  if (!guard) return
  file.import(GUARD, 'guard')
  file.mark(guard.path, guard.line, guard.note)
  file.options.push('  beforeLoad: ({ location }) => guard(location.pathname),')
}

const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/

function addHandlers(file: RouteFile, module: Placed): void {
  const { context } = file
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
  for (const { name, line } of methods.length > 0 ? methods : [{ name: 'ANY', line: lineOf(module) }]) {
    if (!isHere) {
      file.mark(path, line, moveNote('the handler', module, context))
      file.options.push(`      ${name}: () => new Response('Not Implemented\\n', { status: 501 }),`)
      continue
    }
    file.options.push(`      ${name}: async ({ request, params }) => {`)
    if (guard) {
      file.mark(guard.path, guard.line, guard.note)
      file.options.push('        await guard(new URL(request.url).pathname)')
    }
    // Loaded when it is asked for, so that its faults are no one else's.
    file.options.push(
      `        const handlers = (await import('#${portedPath(path)}')) as unknown as Handlers`,
      `        return handlers.${name}(request, { params: Promise.resolve(params) })`,
      '      },',
    )
  }
  file.options.push('    },', '  },')
}

function isIndexNode({ segments, files }: RouteNode, { parents }: RouteContext): boolean {
  const isUrl = urlSegments(segments).length > 0 && !isGroup(segments)
  const hasBelow = parents.has(segments.join('/')) || (segments.length > 0 && files.has('layout'))
  return !isUrl || (hasBelow && segments.at(-1) !== '$')
}

const nodeId = (node: RouteNode, context: RouteContext): string => routeId(node.segments, isIndexNode(node, context))

export function writeRoutes(node: RouteNode, context: RouteContext) {
  const { segments, files, slotPages } = node
  const path = [ROUTES, ...segments, ...(isIndexNode(node, context) ? ['index'] : [])].join('/')
  const written: { readonly path: string; readonly text: string; readonly uses: readonly string[] }[] = []
  const write = (to: string, id: string, module: Placed, add: (file: RouteFile) => void) => {
    const file = new RouteFile(context)
    add(file)
    written.push({ path: to, text: file.text(module.path, id), uses: file.uses })
  }
  const layout = segments.length > 0 ? files.get('layout') : undefined
  if (layout)
    write([ROUTES, ...segments, 'route.tsx'].join('/'), routeId(segments, false), layout, (file) =>
      addLayout(file, node, layout),
    )
  const [page, [slotPage]] = [files.get('page'), slotPages]
  const id = nodeId(node, context)
  if (page) write(`${path}.tsx`, id, page, (file) => addPage(file, node, page))
  else if (slotPage) write(`${path}.tsx`, id, slotPage, (file) => addSlotPages(file, node, slotPage))
  const handler = files.get('route') ?? files.get('api')
  if (handler) write(`${path}.ts`, id, handler, (file) => addHandlers(file, handler))
  return written
}
