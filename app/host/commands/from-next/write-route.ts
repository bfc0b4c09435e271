import type { Segment } from '#app/host/commands/from-next/conventions.ts'
import { urlSegments } from '#app/host/commands/from-next/conventions.ts'
import { runsHere } from '#app/host/commands/from-next/find-all.ts'
import { code, markComment, RouteFile, routeId } from '#app/host/commands/from-next/route-file.ts'
import { type PortPlan, portedPath } from '#app/host/commands/from-next/plan-port.ts'
import { nearest, type RouteNode } from '#app/host/commands/from-next/route-nodes.ts'

type Placed = RouteNode['files'] extends Map<string, infer Module> ? Module : never

type Written = { readonly path: string; readonly text: string; readonly uses: readonly string[] }

export type RouteContext = {
  readonly nodes: ReadonlyMap<string, RouteNode>
  /** Folders with routes below them. */
  readonly parents: ReadonlySet<string>
  readonly plan: PortPlan
  /** Returns the namespaces of messages that a module and its imports use. */
  readonly namespacesOf: (path: string) => readonly string[]
}

const ROUTES = 'app/routes/{-$locale}'

/** Adds the nearest error page, not-found page and pending component. */
function addBoundaries(
  file: RouteFile,
  segments: readonly Segment[],
  { nodes, plan }: RouteContext,
  names: readonly string[],
): void {
  const options: Readonly<Record<string, [string, string]>> = {
    error: ['errorComponent', 'ErrorPage'],
    loading: ['pendingComponent', 'Pending'],
    'not-found': ['notFoundComponent', 'NotFoundPage'],
  }
  for (const name of names) {
    const module = nearest(nodes, segments, name)
    const [option, local] = options[name] ?? []
    if (!module || option === undefined || local === undefined) continue
    if (runsHere(module, plan)) {
      file.use(module.path, local)
      // The error of a component of Next.js has other types.
      const type = name === 'error' ? ' as unknown as ErrorRouteComponent' : ''
      if (type) file.import('@tanstack/react-router', 'type ErrorRouteComponent')
      file.options.push(`  ${option}: ${local}${type},`)
    } else file.options.push(`  ${markComment(module.path, 1, `write it as ${option}`)}`)
  }
}

type Metadata = { title?: unknown; description?: unknown }

function titleOf(title: unknown): string | undefined {
  if (typeof title === 'string') return title
  if (typeof title !== 'object' || title === null) return undefined
  const { absolute, default: plain } = title as { absolute?: unknown; default?: unknown }
  return [absolute, plain].find((text) => typeof text === 'string')
}

/** Adds the title and the description; returns the title. */
function addHead(file: RouteFile, { path, facts }: Placed): string | undefined {
  const metadata = facts.exports.find(({ name }) => name === 'metadata')
  const { title, description } = (metadata?.value?.value ?? {}) as Metadata
  const text = titleOf(title)
  const values = [
    text === undefined ? 'undefined' : code(text),
    ...(typeof description === 'string' ? [code(description)] : []),
  ]
  if (text !== undefined || typeof description === 'string') {
    file.import('#app/errors/page-meta.ts', 'pageMeta')
    file.options.push(`  head: (context) => ({ meta: pageMeta(context, ${values.join(', ')}) }),`)
  }
  const computed =
    facts.exports.find(({ name }) => name === 'generateMetadata') ??
    (metadata && !metadata.value ? metadata : undefined)
  if (computed) file.options.push(`  ${markComment(path, computed.line, 'write head, from the data of the loader')}`)
  return text
}

const key = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : code(name))
const member = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? `.${name}` : `[${code(name)}]`)

function addSearch(file: RouteFile, { path, facts }: Placed): void {
  if (facts.search.length === 0) return
  const types = facts.search.map(({ name }) => `${key(name)}?: string`).join('; ')
  file.options.push(`  validateSearch: (search: Record<string, unknown>): { ${types} } => ({`)
  for (const { name, type, line } of facts.search) {
    if (!/^string(\s*\|\s*(undefined|string\[\]))*$/.test(type)) {
      file.options.push(`    ${markComment(path, line, `its type was ${type}`)}`)
    }
    file.options.push(
      `    ...(search${member(name)} !== undefined && { ${key(name)}: String(search${member(name)}) }),`,
    )
  }
  file.options.push('  }),')
}

const LEVELS = ['.', '..', '../..']

/** Returns the level or the route that a page opens over; `undefined` if its folder has no route. */
function overOf(
  target: readonly Segment[],
  base: readonly Segment[],
  { nodes, parents }: RouteContext,
): string | undefined {
  if (base.length === 0) return code('/')
  const level = LEVELS[target.length - base.length - 1]
  if (level !== undefined && base.every((segment, index) => segment === target[index])) return code(level)
  for (const { segments, files } of nodes.values()) {
    if (urlSegments(segments).join('/') !== base.join('/')) continue
    if (files.has('layout')) return `[${code(routeId(segments, false))}]`
    if (files.has('page')) return `[${code(routeId(segments, parents.has(segments.join('/'))))}]`
  }
  return undefined
}

/** Adds what the route declares for the navigation and for the page cache. */
function addStaticData(
  file: RouteFile,
  { segments, intercepting }: RouteNode,
  { facts, path }: Placed,
  context: RouteContext,
): void {
  const data: string[] = []
  const revalidate = facts.exports.find(({ name }) => name === 'revalidate')
  const seconds = revalidate?.value?.value
  if (typeof seconds === 'number' && seconds > 0) {
    data.push(
      `    ${markComment(path, revalidate?.line ?? 1, 'a page for all visitors: it may read no cookie and no session')}`,
    )
    const search = facts.search.map(({ name }) => code(name)).join(', ')
    data.push(`    cache: { freshFor: ${seconds}, staleFor: ${seconds}${search && `, search: [${search}]`} },`)
  }
  const [opened, ...more] = intercepting
  const base = opened?.convention.interceptsIn
  if (opened && base) {
    const over = overOf(urlSegments(segments), base, context)
    data.push('    interception: {')
    if (over === undefined)
      data.push(`      ${markComment(opened.path, 1, `it opens over pages in /${base.join('/')}`)}`)
    data.push(`      over: ${over ?? code('/')},`)
    if (runsHere(opened, context.plan)) {
      file.import('@tanstack/react-router', 'lazyRouteComponent')
      file.uses.push(opened.path)
      data.push(`      component: lazyRouteComponent(() => import('#${portedPath(opened.path)}'), 'default'),`)
    } else
      data.push(
        `      ${markComment(opened.path, 1, 'what is shown over the page; without a component, it is the page itself')}`,
      )
    data.push('    },')
    for (const { path: other } of more)
      data.push(`    ${markComment(other, 1, 'opens over other pages as well: list them in over')}`)
  }
  if (data.length > 0) file.options.push('  staticData: {', ...data, '  },')
}

/** Returns the part of a mark that says where the rewritten original is, and why it does not run. */
function moveNote(what: string, path: string, plan: PortPlan): string {
  const reasons = (plan.reasons.get(path) ?? []).slice(0, 3).map(({ line, note }) => `${note} (line ${line})`)
  return `move ${what} from from-next/${path}${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`
}

function lineOf({ facts }: Placed): number {
  return facts.exports.find(({ name }) => name === 'default')?.line ?? 1
}

/** Adds the component, with a loader for the messages that it uses. */
function addMessages(file: RouteFile, namespaces: readonly string[]): void {
  if (namespaces.length === 0) {
    file.options.push('  component: Page,')
    return
  }
  file.import('#app/locales/messages.ts', 'loadMessages')
  file.import('#app/locales/provider.tsx', 'WithMessages')
  file.import('#app/navigation/locale/locale.ts', 'getLocale')
  const loads = namespaces.map((name) => `...(await loadMessages(${code(name)}, getLocale(params)))`)
  file.options.push(`  loader: async ({ params }) => ({ ${loads.join(', ')} }),`, '  component: PageRoute,')
  file.after.push(
    'function PageRoute() {\n  return (\n    <WithMessages messages={Route.useLoaderData()}>\n      <Page />\n    </WithMessages>\n  )\n}',
  )
}

function pageText(node: RouteNode, module: Placed, id: string, context: RouteContext): Omit<Written, 'path'> {
  const file = new RouteFile()
  const { path, facts, convention } = module
  if (convention.catchAll === 'required')
    file.options.push('  params: { parse: (params) => (params._splat ? params : false) },')
  addStaticData(file, node, module, context)
  addSearch(file, module)
  const title = addHead(file, module)
  for (const { name, line } of facts.exports) {
    if (/^(getServerSideProps|getStaticProps)$/.test(name)) {
      file.options.push(`  ${markComment(path, line, 'write a loader that calls a server function')}`)
    }
  }
  addBoundaries(file, node.segments, context, ['error', 'not-found', 'loading'])
  if (runsHere(module, context.plan)) {
    file.use(path, 'Page')
    addMessages(file, context.namespacesOf(path))
  } else {
    file.options.push('  component: Page,')
    const values = [
      code(title ?? `/${urlSegments(node.segments).join('/')}`),
      ...(convention.params.length > 0 ? ['...Object.values(Route.useParams())'] : []),
      ...(facts.search.length > 0 ? ['...Object.values(Route.useSearch())'] : []),
    ]
    const heading = values.length > 1 ? `[${values.join(', ')}].join(' ')` : (values[0] ?? '')
    file.after.push(
      `function Page() {\n  ${markComment(path, lineOf(module), moveNote('the component', path, context.plan))}\n  return <h1>{${heading}}</h1>\n}`,
    )
  }
  return { text: file.text(path, id), uses: file.uses }
}

function layoutText(node: RouteNode, module: Placed, id: string, context: RouteContext): Omit<Written, 'path'> {
  const file = new RouteFile()
  const { path } = module
  file.import('@tanstack/react-router', 'Outlet')
  addHead(file, module)
  addBoundaries(file, node.segments.slice(0, -1), context, ['error', 'not-found'])
  if (runsHere(module, context.plan)) {
    file.use(path, 'Layout')
    file.options.push('  component: LayoutRoute,')
    file.after.push('function LayoutRoute() {\n  return (\n    <Layout>\n      <Outlet />\n    </Layout>\n  )\n}')
  } else {
    file.options.push(
      `  ${markComment(path, lineOf(module), moveNote('the layout', path, context.plan))}`,
      '  component: Outlet,',
    )
  }
  return { text: file.text(path, id), uses: file.uses }
}

const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/

function handlerText(module: Placed, id: string, context: RouteContext): Omit<Written, 'path'> {
  const file = new RouteFile()
  const { path, facts } = module
  const methods = facts.exports.filter(({ name }) => METHODS.test(name))
  const isHere = runsHere(module, context.plan) && methods.length > 0
  if (isHere) {
    file.use(path, '* as handlers')
    const names = methods.map(({ name }) => code(name)).join(' | ')
    file.after.push(
      `type Handlers = Record<\n  ${names},\n  (request: Request, context: { params: Promise<object> }) => Response | Promise<Response>\n>`,
    )
  }
  file.options.push('  server: {', '    handlers: {')
  for (const { name, line } of isHere || methods.length > 0 ? methods : [{ name: 'ANY', line: lineOf(module) }]) {
    if (isHere) {
      file.options.push(
        `      ${name}: ({ request, params }) =>`,
        `        (handlers as unknown as Handlers).${name}(request, { params: Promise.resolve(params) }),`,
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

/** Writes the route files of a folder. */
export function writeRoutes(node: RouteNode, context: RouteContext): Written[] {
  const { segments, files } = node
  const own = segments.join('/')
  const hasChildren = context.parents.has(own)
  const layout = segments.length > 0 ? files.get('layout') : undefined
  const isIndex = segments.length === 0 || ((hasChildren || layout !== undefined) && segments.at(-1) !== '$')
  const flat = `${ROUTES}/${[...segments, ...(isIndex ? ['index'] : [])].join('/')}`
  const id = routeId(segments, isIndex)
  const written: Written[] = []
  if (layout)
    written.push({ path: `${ROUTES}/${own}/route.tsx`, ...layoutText(node, layout, routeId(segments, false), context) })
  const page = files.get('page')
  if (page) written.push({ path: `${flat}.tsx`, ...pageText(node, page, id, context) })
  const handler = files.get('route') ?? files.get('api')
  if (handler) written.push({ path: `${flat}.ts`, ...handlerText(handler, id, context) })
  return written
}
