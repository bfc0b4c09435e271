import { cpSync, existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Dependencies = 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies'

/** The parts of npm's lock file that are read here: what each installed package depends on, by its path. */
export type Lock = Readonly<Record<string, { dev?: boolean } & { [Name in Dependencies]?: Record<string, string> }>>

/** Packages of which a process must have one copy, so that what depends on them is bundled with them. */
const ONE_COPY = /^(?:react|react-dom|use-intl|kysely|pg|@tanstack\/.+|@sentry\/.+)$/

/** Other packages of the shell, which are bundled with their dependencies because a start then reads few files. */
const SAFE = new Set(
  (
    '@opentelemetry/api @opentelemetry/context-async-hooks @opentelemetry/exporter-trace-otlp-http ' +
    '@opentelemetry/resources @opentelemetry/sdk-trace @resvg/resvg-wasm @unpic/react icu-minify isbot lru-cache minisearch path-to-regexp pino satori srvx valibot ' +
    'use-sync-external-store'
  ).split(' '),
)

/** A bundled package uses them if they are installed. */
export const OPTIONAL_PACKAGES = ['pg-native']

const FOLDER = 'node_modules/'

const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)

function dependenciesOf(lock: Lock, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = lock[path] ?? {}
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return names.flatMap((name) => {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${FOLDER}`)))) {
      const found = `${folder && `${folder}/`}${FOLDER}${name}`
      if (found in lock) return [found]
      if (folder === '') return []
    }
  })
}

function reach(paths: Set<string>, next: (path: string) => readonly string[]): Set<string> {
  for (const path of paths) for (const found of next(path)) paths.add(found)
  return paths
}

/**
 * Returns the names of the packages that are bundled for the server. Any other is left in its folder, as Vite leaves it on
 * a server in development: it may be CommonJS, look for files beside its own, or be native.
 */
export function bundledPackages(lock: Lock): string[] {
  const paths = Object.keys(lock).filter((path) => path.includes(FOLDER))
  const dependents = new Map<string, string[]>()
  for (const path of paths) {
    for (const found of dependenciesOf(lock, path)) dependents.set(found, [...(dependents.get(found) ?? []), path])
  }
  const isOneCopy = (path: string) => ONE_COPY.test(nameOf(path))
  const shell = paths.filter((path) => isOneCopy(path) || SAFE.has(nameOf(path)))
  const bundled = new Set([
    ...reach(new Set(shell), (path) => dependenciesOf(lock, path)),
    ...reach(new Set(paths.filter(isOneCopy)), (path) => dependents.get(path) ?? []),
    // They are not installed where the server runs.
    ...paths.filter((path) => lock[path]?.dev),
  ])
  // A nested package resolves only from its parent, so it is bundled with that.
  reach(bundled, (path) => dependenciesOf(lock, path).filter((found) => found.indexOf(FOLDER, 1) > 0))
  return [...new Set([...bundled].map(nameOf))]
}

/**
 * Returns the packages that the project depends on and whose entry is a style sheet, such as `tailwindcss`. They are bundled
 * too: for the server, Vite would not find what `@import 'tailwindcss'` names in a package that is left out.
 */
export function packagesWithStyles(lock: Lock, root = '.'): string[] {
  const { dependencies, devDependencies } = lock[''] ?? {}
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => {
    const path = join(root, FOLDER, name, 'package.json')
    if (!existsSync(path)) return false
    type Manifest = { style?: unknown; exports?: { '.'?: { style?: unknown } } }
    const { style, exports } = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    return (style ?? exports?.['.']?.style) !== undefined
  })
}

/** Returns the paths at the top of the packages that were left out of a bundle, and of all that they import. */
export function pathsToCopy(lock: Lock, external: readonly string[]): string[] {
  const names = external.map((id) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id)
  const all = reach(new Set(names.map((name) => `${FOLDER}${name}`)), (path) =>
    dependenciesOf(lock, path).filter((found) => !lock[found]?.dev),
  )
  return [...all].filter((path) => path.lastIndexOf(FOLDER) === 0)
}

export function readLock(): Lock {
  return (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Lock }).packages
}

/** A build has what it needs wherever it is, and after the next `npm ci`. */
export function copyPackages(lock: Lock, external: readonly string[], server: string): void {
  for (const path of pathsToCopy(lock, external)) {
    // The lock file has optional packages of other machines, too.
    if (existsSync(path)) cpSync(path, join(server, path), { recursive: true, dereference: true })
  }
}

export function externalPackagesPlugin(external: Set<string>): Plugin {
  return {
    name: 'fairlead:external-packages',
    applyToEnvironment: ({ name }) => name === 'ssr',
    writeBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        for (const id of [...file.imports, ...file.dynamicImports]) {
          if (!(id in bundle) && !isBuiltin(id) && !OPTIONAL_PACKAGES.includes(id)) external.add(id)
        }
      }
    },
  }
}
