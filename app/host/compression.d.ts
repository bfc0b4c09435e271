// compression 1.8.2 ships no declarations, and @types/compression needs Express: only what is used here.
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { BrotliOptions, ZlibOptions } from 'node:zlib'

  type Filter = (request: IncomingMessage, response: ServerResponse) => boolean

  /** Returns a middleware that compresses the response. */
  function compression(
    options: ZlibOptions & { brotli?: BrotliOptions; filter?: Filter },
  ): (request: IncomingMessage, response: ServerResponse, next: () => void) => void

  namespace compression {
    /** Returns true for a response whose `Content-Type` can be compressed. */
    const filter: Filter
  }

  export default compression
}
