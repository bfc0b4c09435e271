import type { Plugin } from 'vite'

type Load = Extract<NonNullable<Plugin['load']>, (...args: never[]) => unknown>

/**
 * Returns the hooks that provide virtual modules. Ids are resolved to ids that begin with NUL, which no other plugin
 * and no resolution of files touches.
 *
 * @param filter for their ids, with and without NUL: `/^\0?virtual:name/`
 * @param load gets the id that is imported
 */
export function virtualModules(
  filter: RegExp,
  load: (this: ThisParameterType<Load>, id: string) => ReturnType<Load>,
): Pick<Plugin, 'resolveId' | 'load'> {
  return {
    resolveId: { filter: { id: filter }, handler: (id) => (id.startsWith('\0') ? id : `\0${id}`) },
    load: {
      filter: { id: filter },
      handler(id) {
        return load.call(this, id.slice(1))
      },
    },
  }
}
