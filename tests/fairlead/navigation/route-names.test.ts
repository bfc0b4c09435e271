import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFiles, root } from '#tests/harness/project-files.ts'

/** The import of a type whose values name routes. */
const NAMES_ROUTES =
  /^import [^'"]*(\b(FileRoutesBy\w+|RouteIds|RegisteredRouter)\b[^'"]* from|['"][^'"]*\/route-path\.ts)/m

/**
 * The modules of the shell that are given a route by its name. `application/app/pages/route-names.tsx` names a page in a
 * group, in a layout without a path and below the language to each, which the type check of that application compiles.
 */
const TAKES_A_ROUTE = [
  'app/fairlead/navigation/interception/declare-interception.ts',
  'app/fairlead/navigation/link.tsx',
  'app/fairlead/navigation/locale/page-link.ts',
  'app/fairlead/navigation/locale/page-route.ts',
  'app/fairlead/navigation/locale/use-public-url.ts',
  'app/fairlead/navigation/pagination.tsx',
  'app/fairlead/navigation/routing-table/parse/define-routing.ts',
  'app/fairlead/navigation/routing-table/parse/route-path.ts',
  'app/fairlead/navigation/slots/slot.tsx',
  'app/fairlead/navigation/with-base-path.ts',
  'app/fairlead/sessions/require-session.ts',
]

it('every function that is given a route is tried with a layout without a path, a group and an optional locale', () => {
  const found = projectFiles()
    .filter((path) => /^app\/(fairlead|shell)\/.*\.tsx?$/.test(path))
    .filter((path) => NAMES_ROUTES.test(readFileSync(join(root, path), 'utf8')))
  expect(found.toSorted()).toEqual(TAKES_A_ROUTE)
})
