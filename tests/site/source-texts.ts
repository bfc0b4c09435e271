import { parseSync } from 'vite'

type Node = { type: string; value?: unknown; [key: string]: unknown }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Returns the text of a string, of a piece of a template, or of JSX; none for other nodes. */
function textOf({ type, value }: Node): string[] {
  if (type === 'TemplateElement') return [(value as { cooked: string }).cooked]
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? [value.trim()] : []
}

function textsBelow(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsBelow)
  return isNode(node) ? [...textOf(node), ...Object.values(node).flatMap(textsBelow)] : []
}

/** Returns the texts of a source: its strings, the pieces of its templates, and JSX; no comments. */
export function textsIn(path: string, source: string): string[] {
  return textsBelow(parseSync(path, source).program)
}

/** Returns the files of this project that a source imports, or loads later. */
export function importsIn(source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*'#((?:app|tests)\/[^'?]+)/g)].map(([, path = '']) => path)
}
