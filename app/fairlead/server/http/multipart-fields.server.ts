/** Limits: bytes of one field and of all fields that are read from a body that is too large. */
export const MULTIPART_FIELDS = { fieldBytes: 65_536, totalBytes: 131_072 } as const

/** Bytes at the beginning of a part that are searched for its name. */
const HEAD_BYTES = 1_024

/** Bytes that are gathered before they are searched, so that many small chunks cost no more than a few large ones. */
const GATHERED_BYTES = 16_384

function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/** Counts the fields of a form before it is parsed. A body of another type has 0. */
export function countFields(body: Buffer, contentType: string): number {
  const boundary = boundaryOf(contentType)
  const isEncoded = /^application\/x-www-form-urlencoded\b/i.test(contentType)
  if (boundary === undefined && !isEncoded) return 0
  const separator = boundary === undefined ? '&' : `--${boundary}`
  let count = 0
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) count += 1
  // The last delimiter of a multipart body begins no field.
  return boundary === undefined ? count + 1 : count - 1
}

/**
 * Creates a reader of the short fields of a multipart body (RFC 7578) that is too large to be stored. It stores at most
 * `MULTIPART_FIELDS` bytes, whatever is written, and finds no fields in another type of body.
 */
export function createMultipartFields(contentType: string) {
  const boundary = boundaryOf(contentType)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: Buffer[] = []
  let keptBytes = 0
  // The first delimiter has no line end before it.
  let pending: Buffer = Buffer.from('\r\n')
  /** The beginning of a part that is too long. */
  let tooLong: Buffer | undefined
  const gathered: Buffer[] = []
  let gatheredBytes = 0

  function keep(part: Buffer): void {
    if (keptBytes + part.length > MULTIPART_FIELDS.totalBytes) return
    parts.push(Buffer.concat([delimiter, part]))
    keptBytes += part.length
  }

  function end(part: Buffer): void {
    const [head = ''] = (tooLong ?? part).subarray(0, HEAD_BYTES).toString('latin1').split('\r\n\r\n', 1)
    if (/ filename="[^"]/.test(head)) keep(Buffer.from(`${head}\r\n\r\n`, 'latin1'))
    else if (!tooLong && part.length > 0 && part.length <= MULTIPART_FIELDS.fieldBytes && !head.includes('filename='))
      keep(part)
    tooLong = undefined
  }

  function search(): void {
    pending = Buffer.concat([pending, ...gathered.splice(0)])
    gatheredBytes = 0
    let index = pending.indexOf(delimiter)
    while (index >= 0) {
      end(pending.subarray(0, index))
      pending = pending.subarray(index + delimiter.length)
      index = pending.indexOf(delimiter)
    }
    if (pending.length <= MULTIPART_FIELDS.fieldBytes) return
    tooLong ??= Buffer.from(pending.subarray(0, HEAD_BYTES))
    // A delimiter may have begun in the last bytes.
    pending = Buffer.from(pending.subarray(-delimiter.length))
  }

  return {
    write: (chunk: Buffer): void => {
      if (boundary === undefined) return
      gathered.push(chunk)
      gatheredBytes += chunk.length
      if (gatheredBytes >= GATHERED_BYTES) search()
    },
    /** Returns the fields so far, except long ones. Files are empty. */
    read: async (): Promise<FormData> => {
      search()
      // The end of a file has not come yet.
      if (tooLong) end(pending)
      if (parts.length === 0) return new FormData()
      const body = Buffer.concat([...parts, delimiter, Buffer.from('--\r\n')]).subarray(2)
      const response = new Response(body, { headers: { 'content-type': contentType } })
      return response.formData().catch(() => new FormData())
    },
  }
}
