import type { Plugin, PluginOption } from 'vite'

/** Returns the plugins of an option, which may be nested and promised. */
export async function flattenPlugins(option: PluginOption): Promise<Plugin[]> {
  const plugin = await option
  if (Array.isArray(plugin)) return (await Promise.all(plugin.map(flattenPlugins))).flat()
  return plugin ? [plugin] : []
}
