import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'

const server = withServer()

/** Sends a request as it is written, and returns the whole response. */
function send(lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(server.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')))
    socket.on('end', () => resolve(text)).on('error', reject)
    socket.write(lines.map((line) => `${line}\r\n`).join(''))
  })
}

const HOST = 'Host: localhost'
const get = (target: string, ...headers: string[]): string[] => [
  `GET ${target} HTTP/1.1`,
  ...(headers.some((header) => header.startsWith('Host:')) ? [] : [HOST]),
  'Sec-Fetch-Site: same-origin',
  'Connection: close',
  ...headers,
  '',
]

/** Requests for `/kept/ID` by somebody who wants others to see them, or to see nothing. */
const ATTACKS: Record<string, (path: string) => string[]> = {
  'another host': (path) => get(path, 'Host: evil-marker.example'),
  'an absolute target': (path) => get(`http://evil-marker.example${path}`),
  'headers of proxies': (path) =>
    get(
      path,
      'X-Forwarded-Host: evil-marker.example',
      'X-Forwarded-Proto: evil-marker',
      'X-Forwarded-For: evil-marker',
      'X-Original-URL: /evil-marker',
      'X-Rewrite-URL: /evil-marker',
      'Forwarded: host=evil-marker.example',
    ),
  'another method by a header': (path) => get(path, 'X-HTTP-Method-Override: POST', 'X-Method-Override: evil-marker'),
  'a cookie with markup': (path) =>
    get(path, 'Cookie: theme="><script>evil-marker</script>; tz=evil-marker; a=evil-marker'),
  'a language': (path) => get(path, 'Accept-Language: de, evil-marker', 'Cookie: NEXT_LOCALE=de'),
  params: (path) => get(`${path}?utm_source=evil-marker&callback=evil-marker&_=%22%3E%3Cscript%3E`),
  'params of the framework': (path) => get(`${path}?createServerFn&payload=evil-marker&_rsc=evil-marker&__data=1`),
  'a body': (path) => [...get(path, 'Content-Length: 11').slice(0, -1), '', 'evil-marker'],
  'a range': (path) => get(path, 'Range: bytes=0-10'),
  conditions: (path) => get(path, 'If-None-Match: *', 'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT'),
  'another type': (path) => get(path, 'Accept: application/json', 'X-TSR-ServerFn: true', 'X-TSS_SHELL: true'),
  'an encoding': (path) => get(path, 'Accept-Encoding: evil-marker, br;q=0.0001'),
  'a trace': (path) =>
    get(path, 'Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'Baggage: evil-marker'),
  'an invalidation to come': (path) => get(path, 'Cookie: cache-after=99999999999999'),
  'an invalidation that is none': (path) => get(path, 'Cookie: cache-after=evil-marker'),
  HEAD: (path) => get(path).with(0, `HEAD ${path} HTTP/1.1`),
  'a path with params': (path) => get(`${path};evil-marker`),
  'a path with another end': (path) => get(`${path}/`),
  'a path with two slashes': (path) => get(`/${path}`),
  'an encoded path': (path) => get(path.replace('kept', '%6bept')),
  dots: (path) => get(`/evil-marker/..${path}`),
  'encoded dots': (path) => get(`/evil-marker/%2e%2e${path}`),
}

it.each(Object.entries(ATTACKS))(
  'a request with %s does not change the cached page of others',
  async (name, attack) => {
    const path = `/kept/${name.replaceAll(' ', '-')}`
    await send(attack(path))
    const plain = await ask(path, { origin: server.origin })
    expect(plain.status).toBe(200)
    expect(plain.text).toContain(`<h1>Kept <!-- -->${name.replaceAll(' ', '-')}</h1>`)
    expect(plain.text).not.toMatch(/evil-marker|b7ad6b7169203331/)
    expect(JSON.stringify(plain.headers)).not.toContain('evil-marker')
    expect(plain.text).toMatch(/<html lang="en"/)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.setCookies).toEqual([])
    // Nothing of the attack is a variant of its own.
    expect((await ask(path, { origin: server.origin })).headers['cache-status']).toBe('page-cache; hit')
  },
)
