// The part of the server that Nitro builds: its runtime, and the list of public files. All else is built by Vite, which
// imports from this file (see host/vite/server-build.ts).
import '#nitro-internal-pollyfills'

export { toNodeListener } from 'h3'
export { useNitroApp } from 'nitropack/runtime'
export { eventHandler } from 'vinxi/http'
export { isPublicPath, loadBuild } from '#app/host/server/loaded-build.ts'
