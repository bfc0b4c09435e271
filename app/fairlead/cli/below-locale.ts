import { posix } from 'node:path'
import {
  applyEdits,
  childOf,
  type Edit,
  listOf,
  type Node,
  nameOf,
  nodesIn,
  optionsOf,
  propertyOf,
  textOf,
} from '#fairlead/cli/edit-source.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { LOCALE_ROUTE } from '#fairlead/navigation/locale/locale-route.ts'

/** Texts of an application's files, by their paths from its root. */
export type Files = ReadonlyMap<string, string>

const ROUTES = 'app/routes/'
const ROOT = `${ROUTES}__root.tsx`
export const LAYOUT = `${ROUTES}{-$locale}/route.tsx`

/** Functions whose first argument is the path or the id of a route. */
const TAKES_A_ROUTE = new Set(['createFileRoute', 'createLazyFileRoute', 'getRouteApi', 'requireSession'])

/** Options and props that name a route: of links, redirects, navigations, forms, hooks, interceptions and slots. */
const NAMES_A_ROUTE = new Set(['to', 'from', 'over', 'pages'])

/** True for a file that moves below the languages. */
const moves = (path: string): boolean =>
  path.startsWith(ROUTES) && !/^(?:__root\b|\{-\$locale\}\/)/.test(path.slice(ROUTES.length))

/** Returns the place of a file below the languages. */
export const movedPath = (path: string): string =>
  moves(path) ? `${ROUTES}{-$locale}/${path.slice(ROUTES.length)}` : path

/** Returns the path of a route as links name it, from its id: without groups and layouts that have no path. */
const pathOf = (id: string): string =>
  id
    .split('/')
    .filter((segment, index) => index === 0 || !/^(?:_|\(.*\)$|$)/.test(segment))
    .map((segment) => segment.replace(/_$/, ''))
    .join('/') || '/'

/** Returns the literals that a value can be: through conditions, types, lists, and the routes that lists and keys name. */
function literalsOf(node: Node | undefined): Node[] {
  if (node === undefined) return []
  if (textOf(node) !== undefined) return [node]
  const children = ['expression', 'consequent', 'alternate', 'left', 'right'].map((name) => childOf(node, name))
  if (node.type === 'ArrayExpression') children.push(...listOf(node, 'elements'))
  if (node.type === 'ObjectExpression') children.push(childOf(propertyOf(node, 'route'), 'value'))
  return /^(?:CallExpression|ArrowFunctionExpression|MemberExpression|BinaryExpression)$/.test(node.type)
    ? []
    : children.flatMap(literalsOf)
}

/** Returns the literals in a node that name a route. */
function routeLiterals(node: Node): Node[] {
  if (node.type === 'CallExpression' && TAKES_A_ROUTE.has(nameOf(childOf(node, 'callee')) ?? ''))
    return literalsOf(listOf(node, 'arguments')[0])
  const isOption = node.type === 'Property' || node.type === 'JSXAttribute'
  const name = isOption ? nameOf(childOf(node, 'key') ?? childOf(node, 'name')) : undefined
  if (name === undefined || !NAMES_A_ROUTE.has(name)) return []
  const value = childOf(node, 'value')
  // `over` names a route only in a list. As a text it is a level: `over: '/'`.
  if (name === 'over' && textOf(value) !== undefined) return []
  if (name !== 'pages') return literalsOf(value)
  return listOf(childOf(value, 'expression'), 'properties').flatMap((page) => literalsOf(childOf(page, 'key')))
}

/** Returns the specifier of an import after the moves of its file and of its target. */
function turnSpecifier(specifier: string, from: string): string {
  if (specifier.startsWith('#app/')) return `#${movedPath(specifier.slice(1))}`
  if (!specifier.startsWith('.')) return specifier
  const target = movedPath(posix.join(posix.dirname(from), specifier))
  const turned = posix.relative(posix.dirname(movedPath(from)), target)
  return turned.startsWith('.') ? turned : `./${turned}`
}

/** Returns the literals of a module that name other modules. */
const specifiersOf = (nodes: readonly Node[]): Node[] =>
  nodes
    .filter(({ type }) => /^(?:Import|Export(?:Named|All))(?:Declaration|Expression)$/.test(type))
    .flatMap((node) => childOf(node, 'source') ?? [])

type Moved = {
  files: Map<string, string>
  /** Texts elsewhere that are paths of routes, such as `app/menu.ts:3 '/tides'`. */
  unturned: string[]
}

const isCode = (path: string): boolean => /(?<!\.d)\.tsx?$/.test(path)

/**
 * Moves pages below the route of the languages, and adapts their names in routes, links, redirects, forms, guards and
 * imports. Pure.
 *
 * @param files sources; the result has the changed ones, by their new paths
 */
export function turnRoutes(files: Files): Moved {
  const parsed = [...files]
    .filter(([path]) => isCode(path))
    .map(([path, text]) => ({ path, text, nodes: nodesIn(path, text) }))
  const ids = parsed
    .filter(({ path }) => moves(path))
    .flatMap(({ nodes }) =>
      nodes
        .filter((node) => nameOf(childOf(node, 'callee')) === 'createFileRoute')
        .flatMap((node) => textOf(listOf(node, 'arguments')[0]) ?? []),
    )
  const known = new Set(ids.flatMap((id) => [id, pathOf(id)]))
  const moved: Moved = { files: new Map(), unturned: [] }
  for (const { path, text, nodes } of parsed) {
    const edits: Edit[] = []
    const place = (node: Node, value: string) => edits.push({ start: node.start + 1, end: node.end - 1, text: value })
    const routes = new Set<Node>()
    for (const node of nodes) {
      for (const literal of routeLiterals(node)) {
        const route = textOf(literal) ?? ''
        if (!known.has(route) || routes.has(literal)) continue
        routes.add(literal)
        const isLink = nameOf(childOf(node, 'key') ?? childOf(node, 'name')) === 'to'
        place(literal, route === '/' && isLink ? LOCALE_ROUTE : LOCALE_ROUTE + route)
      }
    }
    for (const literal of specifiersOf(nodes)) {
      const specifier = textOf(literal) ?? ''
      const turned = turnSpecifier(specifier, path)
      if (turned !== specifier) place(literal, turned)
    }
    for (const node of nodes) {
      const value = textOf(node) ?? ''
      if (value === '/' || !known.has(value) || routes.has(node)) continue
      moved.unturned.push(
        `${movedPath(path)}:${text.slice(0, node.start).split('\n').length} ${text.slice(node.start, node.end)}`,
      )
    }
    if (edits.length > 0 || moves(path)) moved.files.set(movedPath(path), applyEdits(text, edits))
  }
  for (const [path, text] of files) if (moves(path) && !isCode(path)) moved.files.set(movedPath(path), text)
  return moved
}

/**
 * Moves the pages of an application below the route of the languages, as `turnRoutes` does, and the frame from the root
 * route to the route of the languages. Pure.
 *
 * @param files its sources; the result has the changed ones, by their new paths
 * @throws CommandError if the root route has no frame that could move
 */
export function moveBelowLocale(files: Files): Moved {
  const moved = turnRoutes(files)
  for (const [path, text] of moveFrame(moved.files.get(ROOT) ?? files.get(ROOT) ?? '')) moved.files.set(path, text)
  return moved
}

/** Takes the frame out of the root route, and writes the route of the languages with it. */
function moveFrame(root: string): [path: string, text: string][] {
  const nodes = nodesIn(ROOT, root)
  const options = optionsOf(nodes, 'documentOptions')
  const shell = propertyOf(options, 'shell')
  const name = nameOf(childOf(shell, 'value'))
  const imported = nodes.find(
    (node) =>
      node.type === 'ImportDeclaration' &&
      listOf(node, 'specifiers').some((each) => nameOf(childOf(each, 'local')) === name),
  )
  if (shell === undefined || name === undefined || imported === undefined || listOf(imported, 'specifiers').length > 1)
    throw new CommandError(
      `${ROOT}: the frame is not found; allowed: documentOptions({ …, shell: NAME }) with NAME imported alone`,
    )
  const properties = listOf(options, 'properties')
  const index = properties.indexOf(shell)
  const [before, after] = [properties[index - 1], properties[index + 1]]
  const source = childOf(imported, 'source') as Node
  const specifier = textOf(source) ?? ''
  const declaration =
    root.slice(imported.start, source.start + 1) +
    turnSpecifier(specifier, `${ROUTES}route.tsx`) +
    root.slice(source.end - 1, imported.end)
  const edits = [
    { start: imported.start, end: imported.end + 1, text: '' },
    after
      ? { start: shell.start, end: after.start, text: '' }
      : { start: before?.end ?? shell.start, end: shell.end, text: '' },
  ]
  const layout = `import { createFileRoute } from '@tanstack/react-router'
import { localeOptions } from 'fairlead/router'
${declaration}

/** The layout of all pages, in each language. */
export const Route = createFileRoute('${LOCALE_ROUTE}')({
  ...localeOptions({ shell: ${name} }),
  // Every page needs the frame, so a separate chunk would only cost a request.
  codeSplitGroupings: [],
})
`
  return [
    [ROOT, applyEdits(root, edits)],
    [LAYOUT, layout],
  ]
}
