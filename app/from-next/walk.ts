import type { ESTree } from 'vite'

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** Returns the nodes directly below a node. */
function childrenOf(node: ESTree.Node): ESTree.Node[] {
  return (Object.values(node) as unknown[]).flat().filter(isNode)
}

/**
 * Visits a node and all below it, in the order of the source.
 *
 * @param visit gets the nodes above as well, the nearest last; `false` skips what is below the node
 */
export function walk(
  node: ESTree.Node,
  visit: (node: ESTree.Node, above: readonly ESTree.Node[]) => unknown,
  above: ESTree.Node[] = [],
): void {
  if (visit(node, above) === false) return
  above.push(node)
  for (const child of childrenOf(node)) walk(child, visit, above)
  above.pop()
}
