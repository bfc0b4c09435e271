import { withoutLocale } from '#fairlead/navigation/locale/locale-route.ts'
import { parseRoutePath, segmentSource } from '#fairlead/navigation/routing-table/match/localized-paths.ts'
import type { RouteKind } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { safeDecode } from '#fairlead/platform/http/safe-decode.ts'

/**
 * Returns the paths of all routes, by the names in their files, from the text of the generated tree and in its order,
 * and a function that returns the kind of route at an encoded path. Node alone cannot load the tree, which imports
 * every component.
 *
 * @param tree the text of `routeTree.gen.ts`
 * @param isServerRoute whether a module, named without its extension, has handlers: it is no layout of the routes below
 *   it
 */
export function routesIn(
  tree: string,
  prefixes: readonly string[],
  isServerRoute: (module: string) => boolean = () => false,
) {
  const [, entries = ''] = /interface FileRoutesByTo \{\n([\s\S]*?)\n\}/.exec(tree) ?? []
  const moduleOf = (name: string) => new RegExp(`as ${name}Import \\} from '\\./([^']+)'`).exec(tree)?.[1]
  const paths = [...entries.matchAll(/'([^']+)': typeof (\w+?)(WithChildren)?\b/g)].flatMap(
    ([, path = '', name = '', isParent]) => {
      // The entry of a folder is its index, if there is one.
      const module = isParent && moduleOf(name)
      return isParent && !(module && isServerRoute(module)) ? [] : [path]
    },
  )
  const matchers = paths.map((path) => matcherOf(path, prefixes))
  return {
    paths,
    servedAt: (path: string): RouteKind => {
      const matching = matchers.filter(({ pattern }) => pattern.test(safeDecode(path, decodeURI)))
      if (matching.length === 0) return null
      return matching.some(({ isFixed }) => isFixed) ? 'static' : 'dynamic'
    },
  }
}

function matcherOf(path: string, prefixes: readonly string[]): { pattern: RegExp; isFixed: boolean } {
  const rest = withoutLocale(path)
  const prefix = rest === path || prefixes.length === 0 ? '' : `(?:/(?:${prefixes.join('|')}))?`
  const segments = parseRoutePath(rest)
  const source = segments.map(segmentSource).join('')
  return {
    pattern: new RegExp(`^${prefix}${source}/?$`),
    isFixed: segments.every(({ type }) => type === 'literal'),
  }
}
