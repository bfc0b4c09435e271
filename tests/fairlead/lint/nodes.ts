import { parseSync } from 'vite'

export type SourceFile = { path: string; source: string }

/** A node of a syntax tree. */
export type Node = { type: string; start: number; [key: string]: unknown }

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* nodesBelow(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) yield value
  for (const child of Object.values(value)) yield* nodesBelow(child)
}

/** Returns every node of a file, an outer one before those in it. */
export function nodesIn({ path, source }: SourceFile): Generator<Node> {
  return nodesBelow(parseSync(path, source).program)
}
