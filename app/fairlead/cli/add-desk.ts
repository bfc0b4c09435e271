import { CommandError } from '#fairlead/cli/command-error.ts'
import { type Files, LAYOUT, movedPath } from '#fairlead/cli/below-locale.ts'
import { append, applyEdits, childOf, type Node, nodesIn, optionsOf, propertyOf } from '#fairlead/cli/edit-source.ts'
import { LOCALE_ROUTE } from '#fairlead/navigation/locale/locale-route.ts'

const SERVER = 'app/server.ts'
const PARTS = 'app/parts.ts'

/** Files of the template that only an application with the desk has. */
export const OF_DESK = /^app\/parts\.ts$|^app\/routes\/reports\//

/** Returns a module that imports the desk and lists it in an array. */
function addTo(path: string, source: string, entry: string, find: (nodes: Node[]) => Node | undefined): string {
  const nodes = nodesIn(path, source)
  const place = find(nodes)
  if (place === undefined)
    throw new CommandError(`${path}: no list of parts is found; add reportDesk of ${entry} to it`)
  const start = nodes.find(({ type }) => type === 'ImportDeclaration')?.start ?? 0
  const edit =
    place.type === 'ArrayExpression'
      ? append(place, 'elements', 'reportDesk')
      : append(place, 'properties', 'parts: [reportDesk]')
  return applyEdits(source, [{ start, end: start, text: `import reportDesk from '${entry}'\n` }, edit])
}

/** Returns the list of the parts of the server, or the options that have none yet. */
function serverParts(nodes: Node[]): Node | undefined {
  const options = optionsOf(nodes, 'createServer')
  const parts = propertyOf(options, 'parts')
  return parts === undefined ? options : childOf(parts, 'value')
}

/**
 * Returns the files of an application that the desk adds or changes. Pure.
 *
 * @param files of the application
 * @param desk files of the template, with the routes at the root
 * @throws CommandError if the desk is there already, or there is no call of `createServer` with options
 */
export function addDesk(files: Files, desk: Files): Map<string, string> {
  const server = files.get(SERVER) ?? ''
  const parts = files.get(PARTS)
  if ([...files.keys()].some((path) => /^app\/routes\/(?:\{-\$locale\}\/)?reports[./]/.test(path)))
    throw new CommandError('report-desk is there already: app/routes has reports')
  const isBelow = files.has(LAYOUT)
  const added = [...desk].map(([path, text]): [string, string] =>
    isBelow ? [movedPath(path), text.replace("createFileRoute('", `createFileRoute('${LOCALE_ROUTE}`)] : [path, text],
  )
  const result = new Map(added)
  const isArray = ({ type }: Node) => type === 'ArrayExpression'
  const listed = (nodes: Node[]) =>
    nodes.slice(nodes.findIndex(({ type }) => type === 'ExportDefaultDeclaration')).find(isArray)
  if (parts !== undefined) result.set(PARTS, addTo(PARTS, parts, 'fairlead/report-desk/part', listed))
  return result.set(SERVER, addTo(SERVER, server, 'fairlead/report-desk/part.server', serverParts))
}
