// compression 1.8.2 ships no declarations, and those of others bring all of Express: only what is used here.
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { BrotliOptions, ZlibOptions } from 'node:zlib'

  /** Compresses what is written to a response from now on. */
  export default function compression(
    options: ZlibOptions & { brotli?: BrotliOptions },
  ): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}
