import { isNode, type Node, nodesIn, type SourceFile } from '#tests/fairlead/lint/nodes.ts'

/** The only file that replaces members of a router, of its routes or of its error boundary. */
const LIST = 'app/fairlead/navigation/router.tsx'

/** Private parts of the router beside the replaced members, each with the only files that use it. */
export const PRIVATE_PARTS: Readonly<Record<string, readonly string[]>> = {
  _committed: ['app/fairlead/navigation/interception/overlay-router.ts'],
  _flight: ['app/fairlead/navigation/interception/overlay-router.ts'],
  _pendingLocation: ['app/fairlead/navigation/routing-table/client/install-rules.ts'],
  _scroll: [],
  emit: ['app/fairlead/navigation/interception/interceptor.tsx'],
  matchRoutesLightweight: [],
  rewrite: ['app/fairlead/navigation/locale/public-url-patches.ts'],
  setMatches: ['app/fairlead/errors/not-found.tsx'],
  subscribers: ['app/fairlead/navigation/loading/keep-scroll-position.ts'],
  updateLatestLocation: ['app/fairlead/navigation/interception/interceptor.tsx'],
}

/** True for a file that may use a private part. */
const mayUse = (name: string, path: string) => path === LIST || PRIVATE_PARTS[name]?.includes(path) === true

/** Returns the dotted text of a chain of names, such as `made.router.options`; undefined for any other expression. */
function chain(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node.name)
  if (/^(TSAs|TSNonNull|Parenthesized)Expression$/.test(node.type)) return chain(node.expression)
  if (node.type !== 'MemberExpression' || node.computed === true) return undefined
  const owner = chain(node.object)
  const { name } = node.property as { name?: unknown }
  return owner === undefined ? undefined : `${owner}.${String(name)}`
}

/** The chain ends in a router, its options, its stores, its error boundary, or the query cache's configuration. */
const isOwner = (owner: string) =>
  /(^|\.)\w*[rR]outer(\.(options|stores))?$|[cC]ache\.config$|CatchBoundary$/.test(owner)

function assigned(node: Node, path: string): string | undefined {
  if (node.type === 'AssignmentExpression') {
    const target = chain(node.left)
    const at = target?.lastIndexOf('.') ?? -1
    if (target === undefined || at < 0) return undefined
    return isOwner(target.slice(0, at)) && !mayUse(target.slice(at + 1), path) ? target : undefined
  }
  if (node.type !== 'CallExpression' || chain(node.callee) !== 'Object.assign') return undefined
  const [first] = node.arguments as unknown[]
  const target = chain(first)
  return target !== undefined && isOwner(target) ? target : undefined
}

/** Returns a private part of a router that a file reads or calls, and may not. */
function privatePart(node: Node, path: string): string | undefined {
  const target = node.type === 'MemberExpression' ? chain(node) : undefined
  const at = target?.lastIndexOf('.') ?? -1
  if (target === undefined || at < 0 || !isOwner(target.slice(0, at))) return undefined
  const name = target.slice(at + 1)
  return name in PRIVATE_PARTS && !mayUse(name, path) ? target : undefined
}

/** Returns members of a router that are replaced, and private parts that are used, outside of the files that the list names. */
export function routerAssignments(files: readonly SourceFile[]): { path: string; rule: string; detail: string }[] {
  return files
    .filter(({ path }) => path.startsWith('app/') && path !== LIST)
    .filter(({ source }) => /[rR]outer|[cC]ache|CatchBoundary/.test(source))
    .flatMap((file) => {
      const { path } = file
      const targets = new Set(
        [...nodesIn(file)].flatMap((node) => assigned(node, path) ?? privatePart(node, path) ?? []),
      )
      return Array.from(targets, (target) => ({
        path,
        rule: 'router',
        detail: `${target}: only ${LIST} replaces members of a router; it names the private ones that others use`,
      }))
    })
}
