import type { Plugin, Rolldown } from 'vite'
import { withMembers } from '#app/host/vite/plugin-context.ts'

type ResolveId = Extract<NonNullable<Plugin['resolveId']>, { handler: unknown }>
type Transform = Extract<NonNullable<Plugin['transform']>, { handler: unknown }>

/** Start's plugin, and the one that keeps the code which its messages quote. */
const PROTECTION = 'tanstack-start-core:import-protection'
const QUOTED_CODE = `${PROTECTION}-transform-cache`

/** Imports that Start may deny: of files, of its own modules, and of what it puts in their place. */
export const DENIABLE = /\.(?:server|client)\b|-start\/(?:server|client)|import-protection/

/** Files that are denied, by the environment. */
const DENIED_FILES: Record<string, RegExp> = { client: /\.server\.[^/]*$/, ssr: /\.client\.[^/]*$/ }

/** Returns the modules of a bundle that its environment denies. Packages may name theirs as they like. Pure. */
export function deniedModules(environment: string, bundle: Rolldown.OutputBundle): string[] {
  const denied = DENIED_FILES[environment]
  if (!denied) return []
  return Object.values(bundle).flatMap((file) => {
    if (file.type !== 'chunk') return []
    return file.moduleIds.filter((id) => !id.includes('/node_modules/') && denied.test(id.replace(/\?.*$/, '')))
  })
}

/** Text that names a file which is denied on the server, by itself or in an import; or what stands in for one. */
const DENIABLE_ON_SERVER = /\.client\b[^'"\n]{0,99}['"]|-start\/client-only|import-protection/

/** Tells whether a module of the server may be denied, or import what is. Pure. */
export function isDeniableOnServer(code: string, id: string): boolean {
  return DENIABLE_ON_SERVER.test(code) || id.includes('.client.')
}

/** The code of modules that were skipped, by file. */
type Skipped = Map<string, string>

const fileOf = (id: string): string => id.replace(/\?.*$/, '')

/**
 * Makes the transform skip modules of the server that have to do with nothing deniable. In dev it parses each to see which
 * imports the compiler has left; of a module that it has not seen it takes all for left.
 */
function skipOthersOnServer(transform: Transform, skipped: Skipped): void {
  const { handler } = transform
  transform.handler = function (code, id, ...rest) {
    if (this.environment.name !== 'ssr' || isDeniableOnServer(code, id)) return handler.call(this, code, id, ...rest)
    skipped.set(fileOf(id), code)
    return undefined
  }
}

/** Lets Start read the code of skipped modules: one of them may import what a marker denies. Vite knows it in builds alone. */
function provideSkipped(resolveId: ResolveId, skipped: Skipped): void {
  const { handler } = resolveId
  type Info = ReturnType<ThisParameterType<typeof handler>['getModuleInfo']>
  const getModuleInfo = (id: string) => ({ code: skipped.get(fileOf(id)) ?? null }) as Info
  resolveId.handler = function (...call) {
    return handler.apply(withMembers(this, { getModuleInfo }), call)
  }
}

/**
 * Asks Start's import protection only about what it may deny, not about each of thousands of modules: in a build about
 * imports, which it has resolved once more, and in dev about modules of the server, which it has parsed once more. In a
 * build an import that hides what it is, such as an alias of a file, is found in the bundle.
 */
export function importProtectionPlugin(): Plugin {
  return {
    name: 'fairlead:import-protection',
    configResolved({ plugins, command }) {
      const skipped: Skipped = new Map()
      for (const { name, resolveId, transform } of plugins) {
        if (name === PROTECTION && typeof resolveId === 'object') {
          if (command === 'serve') provideSkipped(resolveId, skipped)
          else resolveId.filter = { id: DENIABLE }
        }
        if (name !== QUOTED_CODE || typeof transform !== 'object') continue
        if (command === 'serve') skipOthersOnServer(transform, skipped)
        else transform.filter = { id: { include: /\.[cm]?[jt]sx?(?:$|\?)/, exclude: /\/node_modules\// } }
      }
    },
    generateBundle(_, bundle) {
      const { name } = this.environment
      const [module] = deniedModules(name, bundle)
      if (module === undefined) return
      const importers = this.getModuleInfo(module)?.importers.join(', ') ?? ''
      const where = name === 'client' ? 'the browser' : 'the server'
      this.error(`${module} may not be part of ${where}'s files, as its name says; it is imported by ${importers}`)
    },
  }
}
