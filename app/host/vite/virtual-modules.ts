import type { Plugin } from 'vite'

type Load = Extract<NonNullable<Plugin['load']>, (...args: never[]) => unknown>

/**
 * Returns the hooks of a plugin that makes modules, of all ids that begin with a prefix.
 *
 * @param prefix without signs of regular expressions
 * @param load gets the id as it is imported
 */
export function virtualModules(
  prefix: string,
  load: (this: ThisParameterType<Load>, id: string) => ReturnType<Load>,
): Pick<Plugin, 'resolveId' | 'load'> {
  return {
    // No other plugin, and no resolution of files, touches an id that begins with NUL.
    resolveId: { filter: { id: new RegExp(`^${prefix}`) }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: new RegExp(`^\0${prefix}`) },
      handler(id) {
        return load.call(this, id.slice(1))
      },
    },
  }
}
