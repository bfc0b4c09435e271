import type { Plugin, Rolldown } from 'vite'

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

/**
 * In a build: asks Start's import protection about imports that it may deny alone, not about each of thousands, which it
 * has resolved once more. An import that hides what it is, such as an alias of a file, is found in the bundle.
 */
export function importProtectionPlugin(): Plugin {
  return {
    name: 'fairlead:import-protection',
    apply: 'build',
    configResolved({ plugins }) {
      for (const { name, resolveId, transform } of plugins) {
        if (name === PROTECTION && typeof resolveId === 'object') resolveId.filter = { id: DENIABLE }
        if (name === QUOTED_CODE && typeof transform === 'object') {
          transform.filter = { id: { include: /\.[cm]?[jt]sx?(?:$|\?)/, exclude: /\/node_modules\// } }
        }
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
