import type { Plugin } from 'vite'

type Load = Extract<NonNullable<Plugin['load']>, (...args: never[]) => unknown>

/**
 * No other plugin, and no resolution of files, touches an id that begins with NUL, so that is what ids are resolved to.
 *
 * @param filter for their ids, with and without NUL: `/^\0?virtual:name/`
 * @param load gets the id as it is imported
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
