import { describe, expect, it } from 'vitest'
import { startPlugins } from '#fairlead/host/vite/vite-config.ts'
import { flattenPlugins } from '#tests/fairlead/host/vite/flatten-plugins.ts'

/** Hooks that a build calls for each module, or for each import of one. */
const HOOKS = ['resolveId', 'load', 'transform'] as const

const all = await flattenPlugins(startPlugins())
const own = all.filter(({ name }) => name.startsWith('fairlead:'))

describe('hooks of the plugins', () => {
  it.each(own.map((plugin) => [plugin.name, plugin] as const))(
    '%s: are called for the modules that they are for, not for each of thousands',
    (_, plugin) => {
      const unfiltered = HOOKS.filter((hook) => plugin[hook] !== undefined && !('filter' in plugin[hook]))
      expect(unfiltered).toEqual([])
    },
  )
})
