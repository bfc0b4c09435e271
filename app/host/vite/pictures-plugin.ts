import type { Connect, Plugin, ResolvedConfig } from 'vite'
import type { imagetools } from 'vite-imagetools'

/** Formats and widths of an image that is imported with `?picture`; a wider one than the image is not made. */
const PICTURE = { format: 'avif;webp', w: '480;960;1440', withoutEnlargement: '', as: 'picture' }

/** Images with a query: without one they are files like others. */
const QUERIED_IMAGE = /^[^?]+\.(?:avif|gif|heif|jpe?g|png|tiff|webp)\?/

/** The hooks of vite-imagetools, in the form that they have there. */
type Hooks = {
  configResolved: (config: ResolvedConfig) => void
  load: { handler: (this: unknown, id: string) => Promise<string | null> }
  configureServer: (server: {
    config: ResolvedConfig
    middlewares: { use: (middleware: Connect.NextHandleFunction) => void }
  }) => void
}

const createImagetools = (create: typeof imagetools) =>
  create({
    defaultDirectives: ({ searchParams }) => new URLSearchParams(searchParams.has('picture') ? PICTURE : {}),
  }) as unknown as Hooks

/**
 * Makes the images that are imported with `?picture`, see app/ui/image.tsx, by vite-imagetools. It is loaded for the first
 * of them: its library of images costs each start of dev and each build a seventh of a second.
 */
export function picturesPlugin(): Plugin {
  let config: ResolvedConfig
  /** Responds with the images of dev, once there is one. */
  let serve: Connect.NextHandleFunction | undefined
  let loading: Promise<Hooks> | undefined
  const load = async (): Promise<Hooks> => {
    const tools = createImagetools((await import('vite-imagetools')).imagetools)
    tools.configResolved(config)
    tools.configureServer({ config, middlewares: { use: (middleware) => (serve = middleware) } })
    return tools
  }
  return {
    name: 'fairlead:pictures',
    enforce: 'pre',
    configResolved: (resolved) => void (config = resolved),
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, response, next) => (serve ? serve(request, response, next) : next())),
    load: {
      filter: { id: QUERIED_IMAGE },
      async handler(id) {
        const tools = await (loading ??= load())
        return tools.load.handler.call(this, id)
      },
    },
  }
}
