import type { PluginOption } from 'vite'
import { lazyTransport, lazyTransportPlugin } from '#fairlead/host/upstream/lazy-transport.ts'
import { patchPlugin, unfitness } from '#fairlead/host/upstream/replace-or-fail.ts'
import { queryAccessors, routerAccessors } from '#fairlead/host/upstream/request-accessors.ts'

export const PATCHES = [routerAccessors, queryAccessors, lazyTransport]

/** Returns the plugins that patch packages. Without them the application works the same, but is heavier or slower. */
export function upstreamPatches(): PluginOption[] {
  return [PATCHES.map((patch) => patchPlugin(patch)), unfitness(lazyTransport) === undefined && lazyTransportPlugin()]
}
