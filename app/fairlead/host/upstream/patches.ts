import type { PluginOption } from 'vite'
import { documentState } from '#fairlead/host/upstream/document-state.ts'
import { lazyTransport, lazyTransportPlugin } from '#fairlead/host/upstream/lazy-transport.ts'
import { patchPlugin, unfitness } from '#fairlead/host/upstream/replace-or-fail.ts'
import { queryAccessors, routerAccessors } from '#fairlead/host/upstream/request-accessors.ts'

export const PATCHES = [documentState, routerAccessors, queryAccessors, lazyTransport]

/** The application is the same without these plugins, and heavier or slower. */
export function upstreamPatches(): PluginOption[] {
  return [PATCHES.map((patch) => patchPlugin(patch)), unfitness(lazyTransport) === undefined && lazyTransportPlugin()]
}
