import { existsSync, globSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AnyRoute, createRouter } from '@tanstack/react-router'
import type { GenericSchema } from 'valibot'
import type { Plugin } from 'vite'
import { createCallGraph } from '#fairlead/cli/access/call-graph.ts'
import { exampleOf } from '#fairlead/cli/access/example-of.ts'
import type { Caller, Target } from '#fairlead/cli/access/judge.ts'
import type { Recorded } from '#fairlead/cli/access/recorded-start.ts'
import { type BuiltFunction, builtFunctions } from '#fairlead/cli/built-functions.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { type ApplicationModules, openApplicationModules } from '#fairlead/host/vite/application-modules.ts'
import { guardsOf } from '#fairlead/navigation/guarded-routes.ts'
import { methodsOf, type RouteOptions } from '#fairlead/server/server-routes.server.ts'

/** A target and how it is called: a server function has an id. */
export type FoundTarget = Omit<Target, 'takesOwn'> & { id?: string; isForm?: boolean; example?: unknown }

/** Files of packages, and of the library in its own repository. */
const FOREIGN = /(?:^|\/)node_modules\/|^app\/fairlead\//

const isOwn = (root: string, id: string): boolean =>
  id.startsWith(root + sep) && /\.[cm]?[jt]sx?$/.test(id) && !FOREIGN.test(relative(root, id))

/** The export by which a module gives its server functions to this command. */
const EXPORT = 'serverFunctionsOfModule'

/** Makes modules export their server functions, which keep what they were made from. */
function recordFunctions(root: string, functions: readonly BuiltFunction[]): Plugin {
  const start = JSON.stringify(fileURLToPath(import.meta.resolve('#fairlead/cli/access/recorded-start.ts')))
  return {
    name: 'fairlead:access',
    enforce: 'pre',
    async resolveId(id, importer) {
      // Plugins of the application make such modules, and the files below. They are not loaded here.
      const isMissing = id.startsWith('virtual:') && !(await this.resolve(id, importer, { skipSelf: true }))
      return isMissing ? `\0access:${id}` : undefined
    },
    load: (id) =>
      /^\0access:|^[^?\0]+\.(?![cm]?[jt]sx?$|json$|css$)\w+$/.test(id) ? 'export default undefined' : undefined,
    transform(code, id) {
      if (!isOwn(root, id)) return undefined
      const names = functions.filter(({ file }) => join(root, file) === id).map(({ name }) => name)
      const entries = names.map((name) => `${name}: typeof ${name} === 'undefined' ? undefined : ${name}`)
      // Vite resolves no import of a package that Node loads.
      const recording = code.replaceAll(/(?<=from )(['"])@tanstack\/react-start\1/g, start)
      return `${recording}\nexport const ${EXPORT} = { ${entries.join(', ')} }`
    },
  }
}

/** Returns the path of a route without the language. */
const nameOf = ({ fullPath }: AnyRoute): string => String(fullPath).replace('/{-$locale}', '') || '/'

/** Returns the server routes, and the guarded pages that call something, by its place. */
async function readRoutes(root: string, modules: ApplicationModules, functions: readonly BuiltFunction[]) {
  const { routeTree } = (await modules.import(join(root, 'routeTree.gen.ts'))) as { routeTree: AnyRoute }
  const router = createRouter({ routeTree })
  const files = new Map<AnyRoute, string>()
  for (const file of globSync('app/routes/**/*.{ts,tsx,js,jsx}', { cwd: root }).toSorted()) {
    const { Route: route } = (await modules.import(join(root, file))) as { Route?: AnyRoute }
    if (route?.id !== undefined) files.set(route, file)
  }
  const callsOf = createCallGraph(
    new Set(functions.map(({ file, name }) => `${join(root, file)}#${name}`)),
    async (specifier, importer) => {
      const id = (await modules.resolve(specifier, importer))?.split('?')[0]
      return id !== undefined && isOwn(root, id) ? id : undefined
    },
  )
  const callers = new Map<string, Caller[]>()
  const addCaller = (place: string, caller: Caller) => callers.set(place, [...(callers.get(place) ?? []), caller])
  const targets: FoundTarget[] = []
  for (const [route, file] of files) {
    const options = route.options as RouteOptions
    const guards = guardsOf(route)
    const permissions = guards.flatMap(({ permission }) => permission ?? [])
    // `ANY` stands for the methods of most calls.
    const methods = methodsOf(options).flatMap((method) => (method === 'ANY' ? ['GET', 'POST'] : method))
    for (const method of new Set(methods)) {
      const isPublic = options.staticData?.serverRoute?.access === 'public'
      targets.push({ name: nameOf(route), file, method, isPublic, callers: [] })
    }
    if (guards[0] === undefined) continue
    // The guard of a page does not run for a server route below it.
    addCaller(nameOf(route), { file: files.get(guards[0].route) ?? file, permissions })
    for (const each of [file, file.replace(/\.(\w+)$/, '.lazy.$1')].filter((path) => existsSync(join(root, path)))) {
      const { functions: called, paths } = await callsOf(join(root, each))
      for (const key of called) addCaller(relative(root, key), { file, permissions })
      for (const path of paths) {
        const [, , requested] = router.getMatchedRoutes(path.replace(/[?#].*/, ''))
        if (requested) addCaller(nameOf(requested), { file, permissions })
      }
    }
  }
  const signIns = [...files.keys()].flatMap(guardsOf).flatMap(({ signIn }) => signIn?.replace('/{-$locale}', '') ?? [])
  return { targets, callers, signInPages: [...new Set(signIns)] }
}

/** Returns the server functions and server routes of the built application, with the guarded pages that call them. */
export async function readTargets(root: string) {
  const functions = builtFunctions(root).filter(({ file }) => !FOREIGN.test(file))
  const modules = await openApplicationModules(root, [recordFunctions(root, functions)])
  const { targets, callers, signInPages } = await readRoutes(root, modules, functions)
  for (const { id, name, file } of functions) {
    const all = (await modules.import(join(root, file)))[EXPORT] as Record<string, { recorded?: Recorded } | undefined>
    const made = all[name]?.recorded
    if (!made) throw new CommandError(`access: ${file} has no server function ${name} at its top level`)
    const { method, access, validator, form } = made
    const schema = form ?? validator
    const isPublic = access === 'public'
    const example = schema && exampleOf(schema as GenericSchema)
    targets.push({ id, name, file, method, isPublic, callers: [], isForm: form !== undefined, example })
  }
  const placeOf = ({ id, file, name }: FoundTarget) => (id === undefined ? name : `${file}#${name}`)
  return {
    targets: targets.map((target) => ({ ...target, callers: callers.get(placeOf(target)) ?? [] })),
    signInPages,
    modules,
  }
}
