import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Number of builds whose maps are kept, for reports from pages of earlier builds. */
const BUILDS_KEPT = 10

/**
 * Records the maps of a build, and deletes the maps of all but the last few builds. `at` is in milliseconds since 1970.
 */
export function keepLastBuilds(folder: string, maps: readonly string[], at: number): void {
  writeFileSync(join(folder, `${at}.json`), JSON.stringify(maps))
  const builds = globSync('*.json', { cwd: folder }).toSorted()
  const kept = builds.slice(-BUILDS_KEPT)
  const named = new Set(kept.flatMap((build) => JSON.parse(readFileSync(join(folder, build), 'utf8')) as string[]))
  const gone = [
    ...builds.slice(0, -BUILDS_KEPT),
    ...globSync('**/*.map', { cwd: folder }).filter((map) => !named.has(map)),
  ]
  for (const file of gone) rmSync(join(folder, file))
}

/** Moves the maps out of the public folder: they contain the source, and only the server needs them, for reports. */
export function sourceMapsPlugin(folder: string): Plugin {
  return {
    name: 'fairlead:source-maps',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '.' }, bundle) {
      const maps = Object.keys(bundle).filter((file) => file.endsWith('.map'))
      for (const map of maps) {
        const target = join(folder, map)
        mkdirSync(dirname(target), { recursive: true })
        renameSync(join(dir, map), target)
      }
      keepLastBuilds(folder, maps, Date.now())
    },
  }
}
