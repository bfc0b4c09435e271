import { cpSync, existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Dependencies = 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies'

/** The entries of npm's lock file, by path: only the dependencies of each installed package are read here. */
export type Lock = Readonly<Record<string, { dev?: boolean } & { [Name in Dependencies]?: Record<string, string> }>>

/** Packages that a process must have only one copy of. The packages that depend on them are bundled with them. */
const ONE_COPY = /^(?:react|react-dom|use-intl|kysely|pg|@tanstack\/.+|@sentry\/.+)$/

/** Other packages of the shell. They are bundled with their dependencies, so that a start reads few files. */
const SAFE = new Set(
  (
    '@opentelemetry/api @opentelemetry/context-async-hooks @opentelemetry/exporter-trace-otlp-http ' +
    '@opentelemetry/resources @opentelemetry/sdk-trace @resvg/resvg-wasm @unpic/react icu-minify isbot lru-cache minisearch path-to-regexp pino satori srvx valibot ' +
    'use-sync-external-store'
  ).split(' '),
)

/** Packages that a bundled package uses if they are installed. */
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
 * Returns the names of the packages that are bundled for the server. All others stay in their folders, as in
 * development: they may be CommonJS, look for files next to theirs, or be native.
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
    // Development dependencies are not installed where the server runs.
    ...paths.filter((path) => lock[path]?.dev),
  ])
  // A nested package resolves only from its parent, so it is bundled with its parent.
  reach(bundled, (path) => dependenciesOf(lock, path).filter((found) => found.indexOf(FOLDER, 1) > 0))
  return [...new Set([...bundled].map(nameOf))]
}

/**
 * Returns the packages that the project depends on and whose entry is a style sheet, such as `tailwindcss`. They are
 * bundled too: in a package that is left out, Vite would not find the style sheet of `@import 'tailwindcss'` for the
 * server.
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

/** Returns the top-level paths of the packages that a bundle leaves out, and of all that they import. */
export function pathsToCopy(lock: Lock, external: readonly string[]): string[] {
  const names = external.map((id) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id)
  const all = reach(new Set(names.map((name) => `${FOLDER}${name}`)), (path) =>
    dependenciesOf(lock, path).filter((found) => !lock[found]?.dev),
  )
  return [...all].filter((path) => path.lastIndexOf(FOLDER) === 0)
}

/** Reads npm's lock file. Throws where packages were installed by another package manager, whose lock says less. */
export function readLock(root = '.'): Lock {
  const file = join(root, 'package-lock.json')
  if (!existsSync(file)) {
    throw new Error(
      'package-lock.json is missing: a build reads there what its server needs; run `npm install`, and keep it',
    )
  }
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Lock }).packages
}

/** Copies packages into a build, so that it works in any folder, and after the next `npm ci`. */
export function copyPackages(lock: Lock, external: readonly string[], server: string): void {
  for (const path of pathsToCopy(lock, external)) {
    // The lock file also lists optional packages of other machines.
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
