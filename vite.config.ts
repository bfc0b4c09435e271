import type { UserConfig } from 'vite'

/**
 * Options of the Vite server that vinxi starts in dev to load two files of its own. It needs neither a watcher nor a
 * socket. The application's options are in app/host/vite/vite-config.ts.
 */
export default { server: { watch: null, ws: false } } satisfies UserConfig
