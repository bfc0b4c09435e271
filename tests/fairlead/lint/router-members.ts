import { isNode, type Node, nodesIn, type SourceFile } from '#tests/fairlead/lint/nodes.ts'

/** The only file that replaces members of a router, of its history, of its routes or of its error boundary. */
const LIST = 'app/fairlead/navigation/router-members.ts'

type PrivatePart = { readonly files: readonly string[]; readonly reason: string }

/** Private parts of the router that are read or written beside the replaced members, with the only files that may do so. */
export const PRIVATE_PARTS: Readonly<Record<string, PrivatePart>> = {
  _committed: {
    files: ['app/fairlead/navigation/interception/overlay-router.ts'],
    reason: 'The layouts that page and target share are not loaded again.',
  },
  _flight: {
    files: ['app/fairlead/navigation/interception/overlay-router.ts'],
    reason: 'A copied match has no loader that runs.',
  },
  _pendingLocation: {
    files: ['app/fairlead/navigation/routing-table/client/install-rules.ts'],
    reason: 'A relative target is resolved as the router resolves it.',
  },
  _scroll: { files: [], reason: 'Nobody needs it.' },
  emit: {
    files: ['app/fairlead/navigation/interception/interceptor.tsx'],
    reason: 'The prefetch queue and the history entry wait until the target over a page has loaded.',
  },
  matchRoutesLightweight: { files: [], reason: 'Nobody needs it.' },
  rewrite: {
    files: ['app/fairlead/navigation/locale/build-public-url.ts'],
    reason: 'A location is built without it, because public URLs are remembered.',
  },
  setMatches: {
    files: ['app/fairlead/errors/not-found.tsx'],
    reason: 'A page may be found to be missing while it renders.',
  },
  subscribers: {
    files: ['app/fairlead/navigation/loading/keep-scroll-position.ts'],
    reason: 'The listener that stores scroll positions has no other name.',
  },
  updateLatestLocation: {
    files: ['app/fairlead/navigation/interception/interceptor.tsx'],
    reason: 'The page underneath stays where it is, at another history entry.',
  },
}

/** True for a file that may use a private part. */
const mayUse = (name: string, path: string) => path === LIST || PRIVATE_PARTS[name]?.files.includes(path) === true

/**
 * Returns the dotted text of a chain of names, such as `made.router.options` or `route.options[]` for a computed name;
 * undefined for any other expression.
 */
function chain(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node.name)
  if (/^(TSAs|TSNonNull|Parenthesized)Expression$/.test(node.type)) return chain(node.expression)
  if (node.type !== 'MemberExpression') return undefined
  const owner = chain(node.object)
  const { name } = node.property as { name?: unknown }
  return owner === undefined ? undefined : `${owner}.${node.computed === true ? '[]' : String(name)}`
}

/** Returns the names that a file gives to the options of a route: `options` of `const { options } = route`. */
function namesOfRouteOptions(nodes: readonly Node[]): Set<string> {
  const names = new Set<string>()
  for (const { type, id, init } of nodes) {
    const from = type === 'VariableDeclarator' ? chain(init) : undefined
    if (from === undefined || !isNode(id)) continue
    if (/[rR]oute\.options$/.test(from) && id.type === 'Identifier') names.add(String(id.name))
    if (!/[rR]oute$/.test(from) || id.type !== 'ObjectPattern') continue
    for (const { key, value } of id.properties as { key?: unknown; value?: unknown }[])
      if (chain(key) === 'options') names.add(chain(value) ?? 'options')
  }
  return names
}

/**
 * The chain ends in a router, its options, its stores, its history, a route, its options, the router's error boundary,
 * or the query cache's configuration.
 */
const isOwner = (owner: string, routeOptions: ReadonlySet<string>) =>
  /(^|\.)\w*([rR]outer(\.(options|stores|history))?|[rR]oute(\.options)?)$|^history$|[cC]ache\.config$|CatchBoundary$/.test(
    owner,
  ) || routeOptions.has(owner)

/** The browser's `history` has one member that is written to. */
const isOfBrowser = (target: string) => target === 'history.scrollRestoration'

function assigned(node: Node, path: string, routeOptions: ReadonlySet<string>): string | undefined {
  if (node.type === 'AssignmentExpression') {
    const target = chain(node.left)
    const at = target?.lastIndexOf('.') ?? -1
    if (target === undefined || at < 0 || isOfBrowser(target)) return undefined
    return isOwner(target.slice(0, at), routeOptions) && !mayUse(target.slice(at + 1), path) ? target : undefined
  }
  if (node.type !== 'CallExpression' || chain(node.callee) !== 'Object.assign') return undefined
  const [first] = node.arguments as unknown[]
  const target = chain(first)
  return target !== undefined && isOwner(target, routeOptions) ? target : undefined
}

/** Returns a private part of a router that a file reads or calls, and may not. */
function privatePart(node: Node, path: string): string | undefined {
  const target = node.type === 'MemberExpression' ? chain(node) : undefined
  const at = target?.lastIndexOf('.') ?? -1
  if (target === undefined || at < 0 || !isOwner(target.slice(0, at), new Set())) return undefined
  const name = target.slice(at + 1)
  return Object.hasOwn(PRIVATE_PARTS, name) && !mayUse(name, path) ? target : undefined
}

/** Returns members that are replaced, and private parts that are used, outside of the files that the list names. */
export function routerAssignments(files: readonly SourceFile[]): { path: string; rule: string; detail: string }[] {
  return files
    .filter(({ path }) => path.startsWith('app/') && path !== LIST)
    .filter(({ source }) => /[rR]oute|[cC]ache|history|CatchBoundary/.test(source))
    .flatMap((file) => {
      const { path } = file
      const nodes = [...nodesIn(file)]
      const routeOptions = namesOfRouteOptions(nodes)
      const targets = new Set(
        nodes.flatMap((node) => assigned(node, path, routeOptions) ?? privatePart(node, path) ?? []),
      )
      return Array.from(targets, (target) => ({
        path,
        rule: 'router',
        detail: `${target}: only ${LIST} replaces members of a router; tests/fairlead/lint/router-members.ts names the private ones that others use`,
      }))
    })
}
