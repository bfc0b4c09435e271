import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

export type Patch = {
  /** The name of the patch's file in `app/fairlead/host/upstream`. */
  readonly file: string
  readonly package: string
  /** The version that the patch was written for. */
  readonly version: string
  /** The cost of an application without the patch: it ends the sentence "Without it …". */
  readonly cost: string
  readonly environment: 'client' | 'ssr'
  readonly modules: readonly PatchedModule[]
}

export type PatchedModule = {
  /** The path of the module within the package. */
  readonly path: string
  readonly edits: readonly (readonly [from: string, to: string])[]
  /** Text that is put before the module's code. It should not add a line, for the source map. */
  readonly header?: string
}

/** The folder of packages. Other copies of a package, in versions that its dependents choose, are not patched. */
const PACKAGES = 'node_modules'

export function installedVersion(name: string, packages = PACKAGES): string {
  const manifest = join(packages, name, 'package.json')
  if (!existsSync(manifest)) return '(not installed)'
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/** Returns a module's text with all of its edits, or the edit whose text is not found. */
export function editText(text: string, { edits, header = '' }: PatchedModule): { text: string } | { unfit: string } {
  let edited = text
  for (const [from, to] of edits) {
    if (!edited.includes(from)) return { unfit: from }
    edited = edited.replace(from, () => to)
  }
  return { text: header + edited }
}

/** Returns the reason why a patch does not fit the installed package; `undefined` if it fits. */
export function unfitness({ package: name, modules }: Patch, packages = PACKAGES): string | undefined {
  for (const module of modules) {
    const file = join(packages, name, module.path)
    if (!existsSync(file)) return `does not find ${module.path}`
    const edited = editText(readFileSync(file, 'utf8'), module)
    if ('unfit' in edited) return `does not find ${JSON.stringify(edited.unfit)} in ${module.path}`
  }
  return undefined
}

/** Returns the id that Vite gives to a file of a package. */
export const moduleId = (name: string, path: string, packages = PACKAGES): string =>
  normalizePath(realpathSync(join(packages, name, path)))

/**
 * Creates the plugin that makes all edits of a patch, or none: a patch that does not fit is left out with one warning,
 * and fails no build.
 */
export function patchPlugin(patch: Patch, packages = PACKAGES): Plugin {
  const { file, package: name, version, cost, environment } = patch
  const unseen = new Map<string, PatchedModule>()
  const warning = (fault: string): string =>
    `${name} ${installedVersion(name, packages)}: the edit ${file} of fairlead, written for ${version}, ${fault}. ` +
    `Without it ${cost}. A newer fairlead may fit; patchPackages: false in app.config.ts leaves all edits out.`
  return {
    name: `fairlead:upstream-${file.replace('.ts', '')}`,
    apply: 'build',
    applyToEnvironment: (one) => one.name === environment,
    buildStart() {
      const fault = unfitness(patch, packages)
      if (fault !== undefined) return this.warn(warning(fault))
      for (const module of patch.modules) unseen.set(moduleId(name, module.path, packages), module)
    },
    transform: {
      filter: { id: new RegExp(`/${name}/`) },
      handler(code, id) {
        const module = unseen.get(id)
        const edited = module && editText(code, module)
        if (!edited || 'unfit' in edited) return undefined
        unseen.delete(id)
        return { code: edited.text, map: null }
      },
    },
    buildEnd(error) {
      const [id] = unseen.keys()
      if (!error && id !== undefined) this.warn(warning(`is for ${id}, which this build has not`))
    },
  }
}
