// compression 1.8.2 ships no declarations, and @types/compression needs Express: only what is used here.
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { BrotliOptions, ZlibOptions } from 'node:zlib'
  type Filter = (request: IncomingMessage, response: ServerResponse) => boolean
  type Options = ZlibOptions & { brotli: BrotliOptions; filter: Filter }
  const compression: {
    (options: Options): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
    filter: Filter
  }
  export default compression
}
