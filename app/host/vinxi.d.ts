// vinxi 0.5.11 ships no declaration files. Just what app.config.ts and app/host use of it.
declare module 'vinxi' {
  import type { HTTPEvent } from 'vinxi/http'
  interface Router {
    name: string
    base: string
    type: string | object
    plugins?: () => unknown[]
    internals: { type: { name: string; dev: Record<string, unknown> } }
    [option: string]: unknown
  }
  interface RollupConfig {
    plugins: object[]
    treeshake?: boolean
  }
  /** Of Nitro 2, only in hooks whose names begin with `app:build:nitro`. */
  interface Nitro {
    hooks: { hook(name: 'rollup:before', run: (nitro: Nitro, config: RollupConfig) => Promise<void>): void }
    /** Sources of virtual modules. */
    vfs: Record<string, string | (() => string | Promise<string>)>
    options: { runtimeConfig: object; noPublicDir?: boolean; output: { publicDir: string; serverDir: string } }
  }
  /** Only in hooks whose names begin with `app:dev:server`. */
  interface DevApp {
    hooks: { hook(name: 'request', run: (event: HTTPEvent) => void): void }
  }
  interface App {
    config: { root: string; routers: Router[]; server: { handlers?: Record<string, unknown>[] } }
    hooks: {
      hook(name: string, run: (context: { app: App; nitro: Nitro; devApp: DevApp }) => void | Promise<void>): void
    }
    addRouter(router: Record<string, unknown>): App
    addRouterPlugins(applies: (router: Router) => boolean, plugins: () => unknown[]): void
    getRouter(name: string): Router
    stack(stack: (app: App) => void | Promise<void>): Promise<App>
  }
  function createApp(options: {
    name?: string
    server?: Record<string, unknown>
    routers?: Record<string, unknown>[]
  }): App
}
declare module 'vinxi/dev-server' {
  import type { App, Router } from 'vinxi'
  import type { ViteDevServer } from 'vite'
  function createViteHandler(router: Router, app: App, serveConfig: unknown): Promise<ViteDevServer>
}
declare module 'vinxi/http' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  interface HTTPEvent {
    method: string
    path: string
    node: { req: IncomingMessage; res: ServerResponse }
    /** Sends a request to this server without the network. */
    fetch: typeof fetch
  }
  type EventHandler = (event: HTTPEvent) => unknown
  function eventHandler(handler: EventHandler): EventHandler
  function fromNodeMiddleware(middleware: unknown): EventHandler
}
// Virtual modules of Nitro's build; the last is defined in server-build.ts.
declare module '#nitro-internal-pollyfills' {}
/** Nitro's lookups of public files. */
declare module '#nitro-internal-virtual/public-assets' {
  /** True for a public file, and below a folder of nothing but such files. */
  export function isPublicAssetURL(id: string): boolean
}

declare module '#nitro-internal-virtual/public-assets-data' {
  /** By URL path; `path` is relative to the server's folder. */
  const assets: Record<string, { path: string }>
  export default assets
}
/** The page of a removable part that the operator token opens; made in `server-build.ts`. */
declare module '#operator-page' {
  export const operatorPage: string | undefined
}
