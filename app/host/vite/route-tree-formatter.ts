import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { cached } from '#app/host/vite/build-cache.ts'

/** The module of the router's generator that imports prettier. */
const GENERATOR = /\/@tanstack\/router-generator\/dist\/esm\/utils\.js$/

/** The lock file, which names the installed prettier: another may format otherwise. */
const LOCK_FILE = 'package-lock.json'

/** The URL of prettier, where this module stands in for it. */
const prettier = new URL(import.meta.url).searchParams.get('prettier')

type Prettier = { format: (source: string, options: object) => Promise<string> }

/**
 * Formats as prettier does. What it has formatted before, with what is installed now, comes from the cache, and prettier is
 * not loaded: the route tree is formatted at every start and in every build, and seldom changes.
 */
export async function format(source: string, options: object): Promise<string> {
  if (prettier === null) throw new Error('prettier is imported by the router alone')
  const lock = existsSync(LOCK_FILE) ? readFileSync(LOCK_FILE) : ''
  const inputs = [lock, prettier, JSON.stringify(options), source]
  const made = await cached(inputs, async () => {
    const { format: formatAnew } = (await import(prettier)) as Prettier
    return Buffer.from(await formatAnew(source, options))
  })
  return String(made)
}

/** Gives the router's generator this module where it imports prettier. */
export function redirectPrettier(): void {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      if (specifier !== 'prettier' || !GENERATOR.test(context.parentURL ?? '')) return resolved
      // Other imports would be resolved by way of this as well.
      hooks.deregister()
      return { url: `${import.meta.url}?prettier=${encodeURIComponent(resolved.url)}`, shortCircuit: true }
    },
  })
}
