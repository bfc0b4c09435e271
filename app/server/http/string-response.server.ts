type Bytes = Uint8Array<ArrayBuffer>

/**
 * A response whose body is a string. The server sends it as it is, which costs less than a stream of bytes. Code that
 * reads the body first gets a stream, as from any other response.
 */
export class StringResponse extends Response {
  readonly #text: string
  #stream: ReadableStream<Bytes> | undefined
  #isRead = false

  constructor(text: string, init?: ResponseInit) {
    super(null, init)
    this.#text = text
  }

  override get body(): ReadableStream<Bytes> {
    this.#stream ??= new ReadableStream<Bytes>(
      {
        pull: (controller) => {
          this.#isRead = true
          controller.enqueue(new TextEncoder().encode(this.#text))
          controller.close()
        },
        cancel: () => {
          this.#isRead = true
        },
      },
      { highWaterMark: 0 },
    )
    return this.#stream
  }

  override get bodyUsed(): boolean {
    return this.#isRead
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.body).arrayBuffer()
  }

  override blob(): Promise<Blob> {
    return new Response(this.body, this).blob()
  }

  override bytes(): Promise<Bytes> {
    return new Response(this.body).bytes()
  }

  override formData(): Promise<FormData> {
    return new Response(this.body, this).formData()
  }

  override json(): Promise<unknown> {
    return new Response(this.body).json()
  }

  override text(): Promise<string> {
    return new Response(this.body).text()
  }

  override clone(): Response {
    if (this.#isRead || this.#stream?.locked) throw new TypeError('The body of this response has been read')
    return new StringResponse(this.#text, this)
  }

  /** The body, unless something has read it. */
  get unread(): string | undefined {
    return this.#isRead || this.#stream?.locked ? undefined : this.#text
  }
}

/** Returns the body of a response as a string, if it is one and nothing has read it. */
export function unreadText(response: Response): string | undefined {
  return response instanceof StringResponse ? response.unread : undefined
}

/** Returns a copy of a response with another status or other headers. A body that is a string stays one. */
export function copyResponse(response: Response, init: ResponseInit = response): Response {
  const text = unreadText(response)
  return text === undefined ? new Response(response.body, init) : new StringResponse(text, init)
}
