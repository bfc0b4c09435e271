// compression 1.8.2 ships no declarations, and @types/compression needs Express: only what is used here.
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { BrotliOptions, ZlibOptions } from 'node:zlib'

  /** Returns a middleware that compresses the response. */
  export default function compression(
    options: ZlibOptions & { brotli?: BrotliOptions },
  ): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}
