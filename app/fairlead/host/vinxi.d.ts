// vinxi 0.5.11 ships no declaration files. These are the parts that app.config.ts and app/fairlead/host use.
declare module 'vinxi' {
  import type { Server } from 'node:http'
  import type { HTTPEvent } from 'vinxi/http'
  interface Router {
    name: string
    base: string
    [option: string]: unknown
  }
  /** Present only in hooks whose names begin with `app:dev:server`, and so is `listener`. */
  interface DevApp {
    hooks: { hook(name: 'request', run: (event: HTTPEvent) => void): void }
  }
  interface App {
    config: { root: string; routers: Router[] }
    hooks: {
      hook(name: string, run: (context: { devApp: DevApp; listener: { server: Server } }) => void | Promise<void>): void
    }
    addRouter(router: Router): App
    stack(stack: (app: App) => void | Promise<void>): Promise<App>
  }
  function createApp(options: { name: string; server: Record<string, unknown> }): App
}
declare module 'vinxi/dev-server' {
  import type { App, Router } from 'vinxi'
  import type { ViteDevServer } from 'vite'
  function createViteHandler(router: Router, app: App, serveConfig: unknown): Promise<ViteDevServer>
}
declare module 'vinxi/http' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  interface HTTPEvent {
    path: string
    node: { req: IncomingMessage; res: ServerResponse }
  }
  type EventHandler = (event: HTTPEvent) => unknown
  function eventHandler(handler: EventHandler): EventHandler
  function fromNodeMiddleware(middleware: unknown): EventHandler
}
