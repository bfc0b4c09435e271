import { isNode, nodesIn as nodesOf, type Node } from '#fairlead/cli/edit-source.ts'

export { isNode, type Node }

export type SourceFile = { path: string; source: string }

/** Returns every node of a file, an outer one before those in it. */
export function nodesIn({ path, source }: SourceFile): Node[] {
  return nodesOf(path, source)
}
