import { urlSegments } from '#app/host/commands/from-next/conventions.ts'
import { runsHere } from '#app/host/commands/from-next/find-all.ts'
import type { PortPlan } from '#app/host/commands/from-next/plan-port.ts'
import { code, markComment, RouteFile, routeId } from '#app/host/commands/from-next/route-file.ts'
import type { RouteNode } from '#app/host/commands/from-next/route-nodes.ts'
import {
  addBoundaries,
  addHead,
  addComponent,
  isGroup,
  addSearch,
  addStaticData,
  type Placed,
  type RouteContext,
} from '#app/host/commands/from-next/route-options.ts'

type Written = { readonly path: string; readonly text: string; readonly uses: readonly string[] }

const ROUTES = 'app/routes/{-$locale}'

/** Returns the part of a mark that says where the rewritten original is, and why it does not run. */
function moveNote(what: string, path: string, plan: PortPlan): string {
  const reasons = (plan.reasons.get(path) ?? []).slice(0, 3).map(({ line, note }) => `${note} (line ${line})`)
  return `move ${what} from from-next/${path}${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}`
}

function lineOf({ facts }: Placed): number {
  return facts.exports.find(({ name }) => name === 'default')?.line ?? 1
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
    addComponent(file, node, context, context.namespacesOf(path))
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
  // Pages render the layout of a group themselves.
  const layout = segments.length > 0 && !isGroup(segments) ? files.get('layout') : undefined
  const isIndex =
    urlSegments(segments).length === 0 ||
    isGroup(segments) ||
    ((hasChildren || layout !== undefined) && segments.at(-1) !== '$')
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
