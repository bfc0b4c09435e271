import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compactRouteTree } from '#app/host/vite/route-tree-plugin.ts'
import { root } from '#tests/harness/project-files.ts'

type Route = { file: string; options: object; children: Route[] }

/** Returns the route that a file of routes would export: it records what the tree does with it. */
function routeOf(file: string): object {
  const route: Route = { file, options: {}, children: [] }
  return Object.assign(route, {
    update(options: { getParentRoute: () => Route }) {
      route.options = { ...options, getParentRoute: () => options.getParentRoute().file }
      return route
    },
    _addFileChildren(children: object) {
      route.children = Object.values(children) as Route[]
      return route
    },
    _addFileTypes: () => route,
  })
}

/** Runs a route tree in place of the bundler. */
function run(source: string): unknown {
  const names = [...source.matchAll(/^import \{ Route as (\w+) \} from '([^']*)'/gm)]
  const code = stripTypeScriptTypes(source)
    .replaceAll(/^import .*$/gm, '')
    .replace('export const routeTree =', 'return')
  // oxlint-disable-next-line typescript/no-implied-eval -- the project's own generated file
  const made = new Function(...names.map(([, name]) => name ?? ''), code) as (...routes: object[]) => Route
  const plain = ({ file, options, children }: Route): unknown => ({
    file,
    ...options,
    ...('getParentRoute' in options && { getParentRoute: (options.getParentRoute as () => string)() }),
    children: children.map(plain),
  })
  return plain(made(...names.map(([, , file]) => routeOf(file ?? ''))))
}

const generated = readFileSync(join(root, 'routeTree.gen.ts'), 'utf8')

/** As Start generates it for the browser. */
const withoutTypes = generated
  .replaceAll(' as any)', ')')
  .replaceAll(/(Children): \w+ =/g, '$1 =')
  .replaceAll(/,(\s*\})/g, '$1')

it.each([
  ['with types', generated],
  ['without', withoutTypes],
])('the tree of the browser is the generated one, %s', (_, source) => {
  const compact = compactRouteTree(source)
  expect(run(compact)).toEqual(run(generated))
  // Only routes with children are left as they were.
  expect(compact.match(/\.update\(\{/g)?.length).toBeLessThan(generated.match(/\.update\(\{/g)?.length ?? 0)
  expect(compact).not.toMatch(/addRoutes\(\(\) => undefined, \[\w+, '/)
})
