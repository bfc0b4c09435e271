/**
 * The browser's own `fetch` does not report upload progress. `onProgress` gets the share that was sent, from 0 to 1.
 */
export function fetchWithProgress(
  onProgress: (share: number) => void,
): (url: RequestInfo | URL, init?: RequestInit) => Promise<Response> {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const request = new XMLHttpRequest()
    request.open(method, url instanceof Request ? url.url : url)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.responseType = 'arraybuffer'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const responseHeaders = new Headers()
      for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
        const [name = '', ...value] = line.split(': ')
        if (name) responseHeaders.append(name, value.join(': '))
      }
      const content = request.response as ArrayBuffer
      resolve(
        new Response(content.byteLength > 0 ? content : null, { status: request.status, headers: responseHeaders }),
      )
    })
    request.addEventListener('error', () => reject(new TypeError('the request could not be sent')))
    request.addEventListener('abort', () => reject(new DOMException('the request was aborted', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(body as XMLHttpRequestBodyInit | null)
    return promise
  }
}
