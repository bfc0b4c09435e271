import type { Plugin } from 'vite'

/** A route of the generated tree, with or without types, whose id below its parent is its path. */
const ROUTE =
  /^const (\w+) =\s+(\w+)\.update\(\{\s*id: '([^']*)',\s*path: '\3',\s*getParentRoute: \(\) => (\w+),?\s*\}(?: as any)?\)(?!\s*\.)/gm

/** The children of a route, of which the router reads the values alone. */
const CHILDREN = /^const (\w+Children)(?:: \w+)? =\s*\{([^}]*)\}/gm
const CHILD = /:\s*(\w+)/g

/** Adds routes to the tree: pairs of a file's route and its path, or of a route that has been added and nothing. */
const ADD_ROUTES = `function addRoutes(getParentRoute, pairs) {
  const routes = []
  for (let i = 0; i < pairs.length; i += 2) {
    const path = pairs[i + 1]
    routes.push(path === 0 ? pairs[i] : pairs[i].update({ id: path, path, getParentRoute }))
  }
  return routes
}
`

/**
 * Returns the generated route tree in fewer words: a route without children is its file's route and its path. Ten of 28
 * bytes that a route costs every page, compressed. Pure.
 */
export function compactRouteTree(code: string): string {
  const routes = [...code.matchAll(ROUTE)].map(([text, name = '', file = '', path = '', parent = '']) => {
    return { text, name, file, path, parent }
  })
  const parents = new Set([...code.matchAll(/getParentRoute: \(\) => (\w+)/g)].map(([, name]) => name))
  const leaves = new Map(routes.filter(({ name }) => !parents.has(name)).map((route) => [route.name, route]))
  const used = new Set<string>()
  const tree = code.replace(CHILDREN, (_, list: string, entries: string) => {
    const names = [...entries.matchAll(CHILD)].map(([, name = '']) => name)
    const parent = names.map((name) => leaves.get(name)?.parent).find((name) => name !== undefined)
    const pairs = names.map((name) => {
      const leaf = leaves.get(name)
      if (!leaf) return `${name}, 0`
      used.add(name)
      return `${leaf.file}, '${leaf.path}'`
    })
    return `const ${list} = addRoutes(() => ${parent}, [${pairs.join(', ')}])`
  })
  return ADD_ROUTES + tree.replace(ROUTE, (text, name: string) => (used.has(name) ? '' : text))
}

/** The path of a file route, which the route tree has as well: in the browser `createFileRoute` ignores it. */
const PATH = /(?<=\bcreateFileRoute\()(["'])\/[^"'\\\n]*\1(?=\))/g

/** Removes from the browser's routes what the router does not read. */
export function routeTreePlugin(): Plugin[] {
  const shared = {
    apply: 'build',
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
  } as const
  return [
    {
      name: 'fairlead:route-tree',
      ...shared,
      enforce: 'pre',
      transform: {
        filter: { id: /routeTree\.gen\.ts$/ },
        handler: (code) => ({ code: compactRouteTree(code), map: { mappings: '' } }),
      },
    },
    {
      name: 'fairlead:route-paths',
      ...shared,
      enforce: 'post',
      transform: {
        filter: { code: /\bcreateFileRoute\(/ },
        // As long as before, for the source map.
        handler: (code) => ({ code: code.replace(PATH, (path) => `''${' '.repeat(path.length - 2)}`), map: null }),
      },
    },
  ]
}
