import type { PluginOption } from 'vite'
import { commonjsExports } from '#fairlead/host/upstream/commonjs-exports.ts'
import { documentState } from '#fairlead/host/upstream/document-state.ts'
import { lazyTransport } from '#fairlead/host/upstream/lazy-transport.ts'
import { skipsPatches } from '#fairlead/host/upstream/replace-or-fail.ts'
import { requestAccessors } from '#fairlead/host/upstream/request-accessors.ts'

/**
 * The application is the same without these plugins, and heavier or slower: `SKIP_UPSTREAM_PATCHES=1` leaves them out.
 */
export function upstreamPatches(): PluginOption[] {
  return skipsPatches() ? [] : [documentState(), requestAccessors(), commonjsExports(), lazyTransport()]
}
