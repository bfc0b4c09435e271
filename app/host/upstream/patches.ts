import type { PluginOption } from 'vite'
import { commonjsExports } from '#app/host/upstream/commonjs-exports.ts'
import { documentState } from '#app/host/upstream/document-state.ts'
import { lazyTransport } from '#app/host/upstream/lazy-transport.ts'
import { skipsPatches } from '#app/host/upstream/replace-or-fail.ts'
import { requestAccessors } from '#app/host/upstream/request-accessors.ts'

/**
 * The application is the same without these plugins, and heavier or slower: `SKIP_UPSTREAM_PATCHES=1` leaves them out.
 */
export function upstreamPatches(): PluginOption[] {
  return skipsPatches() ? [] : [documentState(), requestAccessors(), commonjsExports(), lazyTransport()]
}
