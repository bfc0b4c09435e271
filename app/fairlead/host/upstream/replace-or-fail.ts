import { existsSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** `version` is the one that the patch was written for. */
export type Patch = {
  /** Name of its file in `app/fairlead/host/upstream`. */
  readonly file: string
  readonly package: string
  readonly version: string
}

export type PatchedModule = {
  readonly id: RegExp
  readonly edits: readonly (readonly [from: string, to: string])[]
  /** Comes before the module's code. It should not add a line, for the source map. */
  readonly header?: string
}

/** Matches the path of a copy that another package brings, in a version of its choice. A patch is not for it. */
const NESTED_COPY = /\/node_modules\/(?!\.pnpm\/).*\/node_modules\//

/** True if a build leaves all packages as they are: `SKIP_UPSTREAM_PATCHES=1`. */
export const skipsPatches = (): boolean => process.env.SKIP_UPSTREAM_PATCHES === '1'

function installedVersion(name: string): string {
  const manifest = `node_modules/${name}/package.json`
  if (!existsSync(manifest)) return '(not installed)'
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/** Returns the error of a patch that does not fit: what happened, and what to do. */
export function patchError({ file, package: name, version }: Patch, fault: string): Error {
  return new Error(
    `${name} ${installedVersion(name)}: app/fairlead/host/upstream/${file}, written for ${version}, ${fault}. ` +
      'Delete that file and its line in app/fairlead/host/upstream/patches.ts, or build with SKIP_UPSTREAM_PATCHES=1: ' +
      'its head says what is lost.',
  )
}

/**
 * Returns the code with the first occurrence of `from` replaced.
 *
 * @throws Error that names the package and the patch's file if the code does not contain the text
 */
export function replaceOrFail(code: string, from: string, to: string, patch: Patch): string {
  if (!code.includes(from)) throw patchError(patch, `does not find ${JSON.stringify(from)}`)
  return code.replace(from, () => to)
}

/** The build fails if it never sees one of the modules. */
export function patchPlugin(patch: Patch, environment: 'client' | 'ssr', modules: readonly PatchedModule[]): Plugin {
  const seen = new Set<PatchedModule>()
  return {
    name: `fairlead:upstream-${patch.file.replace('.ts', '')}`,
    apply: 'build',
    applyToEnvironment: ({ name }) => name === environment,
    transform: {
      filter: { id: modules.map(({ id }) => id) },
      handler(code, id) {
        const module = modules.find((one) => one.id.test(id))
        if (!module || NESTED_COPY.test(id)) return undefined
        seen.add(module)
        const edited = module.edits.reduce((text, [from, to]) => replaceOrFail(text, from, to, patch), code)
        return { code: (module.header ?? '') + edited, map: null }
      },
    },
    buildEnd(error) {
      const missing = modules.find((module) => !seen.has(module))
      if (!error && missing) throw patchError(patch, `is for a module that the build has not seen (${missing.id})`)
    },
  }
}
