/**
 * A response whose body is a string. The server sends the string without a stream, which costs less. Code that reads
 * the body first gets a stream, as from any other response.
 */
export class StringResponse extends Response {
  readonly #text: string
  #streamed: Response | undefined

  constructor(text: string, init?: ResponseInit) {
    super(null, init)
    this.#text = text
  }

  get streamed(): Response {
    return (this.#streamed ??= new Response(this.#text, { headers: this.headers }))
  }

  override get body() {
    return this.streamed.body
  }

  override get bodyUsed(): boolean {
    return this.#streamed?.bodyUsed === true
  }

  override clone(): Response {
    if (this.unread === undefined) throw new TypeError('The body of this response has been read')
    return new StringResponse(this.#text, this)
  }

  get unread(): string | undefined {
    return this.bodyUsed || this.#streamed?.body?.locked ? undefined : this.#text
  }
}

for (const read of ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'] as const) {
  Object.defineProperty(StringResponse.prototype, read, {
    value(this: StringResponse) {
      return this.streamed[read]()
    },
  })
}

export function unreadText(response: Response): string | undefined {
  return response instanceof StringResponse ? response.unread : undefined
}

/** Returns a copy of a response with another status or other headers. A body that is a string stays one. */
export function copyResponse(response: Response, init: ResponseInit = response): Response {
  const text = unreadText(response)
  return text === undefined ? new Response(response.body, init) : new StringResponse(text, init)
}
