import { describe, expect, it } from 'vitest'
import { countFields, createMultipartFields, MULTIPART_FIELDS } from '#fairlead/server/http/multipart-fields.server.ts'

type Field = [name: string, value: string | File]

/** Writes a form in chunks, and returns the fields that were read. */
async function readChunks(fields: Field[], chunkBytes: number, bytes = Number.POSITIVE_INFINITY) {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  const request = new Request('http://localhost', { method: 'POST', body: data })
  const body = Buffer.from(await request.arrayBuffer()).subarray(0, bytes)
  const reader = createMultipartFields(request.headers.get('content-type') ?? '')
  for (let at = 0; at < body.length; at += chunkBytes) reader.write(body.subarray(at, at + chunkBytes))
  const read = [...(await reader.read())]
  return read.map(([name, value]) => [name, typeof value === 'string' ? value : `${value.name}: ${value.size}`])
}

const PORT: Field = ['port', 'Brest']
const CHART: Field = ['chart', new File(['x'.repeat(300_000)], 'a.bin')]

describe('the fields of a body that is too large', () => {
  it.each([17, 1_000, 10_000_000])('are read in chunks of %i bytes, before and after its file', async (size) => {
    const small = new File(['abc'], 'b.txt')
    const fields: Field[] = [PORT, CHART, ['note', 'high\r\n--water'], ['small', small], ['metres', '2.4']]
    expect(await readChunks(fields, size)).toEqual([
      ['port', 'Brest'],
      ['chart', 'a.bin: 0'],
      ['note', 'high\r\n--water'],
      ['small', 'b.txt: 0'],
      ['metres', '2.4'],
    ])
  })

  it('are the ones that arrived, if the body has no end', async () => {
    const read = await readChunks([PORT, CHART], 1_000, 100_000)
    expect(read).toEqual([PORT, ['chart', 'a.bin: 0']])
  })

  it('are stored up to a limit, and long ones not at all', async () => {
    const long = 'x'.repeat(MULTIPART_FIELDS.fieldBytes + 1)
    expect(await readChunks([['note', long], PORT], 1_000)).toEqual([PORT])
    const many = Array.from({ length: 10 }, (_, index): Field => [`f${index}`, 'x'.repeat(30_000)])
    expect((await readChunks(many, 4_000)).map(([name]) => name)).toEqual(['f0', 'f1', 'f2', 'f3'])
  })

  it.each(['text/plain', 'multipart/form-data', 'multipart/form-data; boundary='])(
    'are not read from %j',
    async (type) => {
      const reader = createMultipartFields(type)
      reader.write(Buffer.from('--undefined\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--undefined--'))
      expect([...(await reader.read())]).toEqual([])
    },
  )
})

describe('the number of fields', () => {
  it.each([0, 3])('of a form with %i fields is known before it is parsed', async (count) => {
    const data = new FormData()
    for (let index = 0; index < count; index++) data.append(index % 2 === 0 ? 'port' : 'file', new File(['a&b'], 'c'))
    const request = new Request('http://localhost', { method: 'POST', body: data })
    const type = request.headers.get('content-type') ?? ''
    expect(countFields(Buffer.from(await request.arrayBuffer()), type)).toBe(count)
  })

  it('of an encoded form is that of its separators, and other bodies have none', () => {
    expect(countFields(Buffer.from('a=1&b=2&a=3'), 'application/x-www-form-urlencoded; charset=utf-8')).toBe(3)
    expect(countFields(Buffer.from('a&b'), 'application/json')).toBe(0)
  })
})
