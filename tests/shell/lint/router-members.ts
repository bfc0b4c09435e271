import { parseSync } from 'vite'
import type { SourceFile } from '#tests/shell/lint/import-directions.ts'

/** The only files that replace members of a router or of its routes. */
const PATCHES = new Set([
  'app/navigation/router-patches.ts',
  'app/navigation/locale/public-url-patches.ts',
  'app/navigation/route-patches.ts',
])

/** Fields of a router that hold state and are set by the overlay's router. */
const STATE = new Set(['_committed'])

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

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

/** The chain ends in a router, its options, its stores, or the query cache's configuration. */
const isOwner = (owner: string) => /(^|\.)\w*[rR]outer(\.(options|stores))?$|[cC]ache\.config$/.test(owner)

function assigned(node: Node): string | undefined {
  if (node.type === 'AssignmentExpression') {
    const target = chain(node.left)
    const at = target?.lastIndexOf('.') ?? -1
    if (target === undefined || at < 0) return undefined
    return isOwner(target.slice(0, at)) && !STATE.has(target.slice(at + 1)) ? target : undefined
  }
  if (node.type !== 'CallExpression' || chain(node.callee) !== 'Object.assign') return undefined
  const [first] = node.arguments as unknown[]
  const target = chain(first)
  return target !== undefined && isOwner(target) ? target : undefined
}

function assignments(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(assignments)
  if (!isNode(node)) return []
  const target = assigned(node)
  return [...(target === undefined ? [] : [target]), ...Object.values(node).flatMap(assignments)]
}

/** Returns assignments to members of a router outside of the files that list them all. */
export function routerAssignments(files: readonly SourceFile[]): { path: string; rule: string; detail: string }[] {
  return files
    .filter(({ path }) => path.startsWith('app/') && !PATCHES.has(path))
    .filter(({ source }) => /[rR]outer|[cC]ache/.test(source))
    .flatMap(({ path, source }) =>
      assignments(parseSync(path, source).program).map((target) => ({
        path,
        rule: 'router',
        detail: `${target}: only app/navigation/router-patches.ts replaces members of a router`,
      })),
    )
}
