import { describe, expect, it } from 'vitest'
import { isSameOriginUrl } from '#fairlead/platform/http/check-origin.ts'
import { createClientReader, rateLimitKey } from '#fairlead/platform/http/forwarded.ts'
import { MOST, worstReading } from '#tests/fairlead/patterns/work.ts'

const read = createClientReader({
  PUBLIC_ORIGIN: undefined,
  TRUSTED_PROXIES: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'],
})

const clientFrom = (peer: string | undefined, headers: Record<string, string>) =>
  read({ peer, header: (name) => headers[name] })
const clientOf = (headers: Record<string, string>) => clientFrom('10.0.0.1', headers)

describe('the address of a client', () => {
  it.each<[peer: string | undefined, headers: string[], address: string]>([
    // The connection.
    ['203.0.113.9', [], '203.0.113.9'],
    ['::ffff:203.0.113.9', [], '203.0.113.9'],
    ['2001:DB8:0::9', [], '2001:db8::9'],
    [undefined, ['1.2.3.4'], ''],
    ['203.0.113.9', ['1.2.3.4'], '203.0.113.9'],
    ['10.0.0.1', [''], '10.0.0.1'],
    // One entry.
    ['10.0.0.1', ['1.2.3.4'], '1.2.3.4'],
    ['::ffff:10.0.0.1', ['1.2.3.4'], '1.2.3.4'],
    ['192.0.2.1', ['1.2.3.4'], '1.2.3.4'],
    ['fd00::1', ['2001:db8::7'], '2001:db8::7'],
    ['10.0.0.1', ['  1.2.3.4\t'], '1.2.3.4'],
    ['10.0.0.1', ['203.0.113.7:5011'], '203.0.113.7'],
    ['10.0.0.1', ['[2001:db8::1]:50'], '2001:db8::1'],
    ['10.0.0.1', ['::ffff:102:304'], '1.2.3.4'],
    ['10.0.0.1', ['fe80::1%eth0'], 'fe80::1'],
    ['10.0.0.1', ['unknown'], '10.0.0.1'],
    ['10.0.0.1', ['1.2.3.4.5:1'], '10.0.0.1'],
    // Lists.
    ['10.0.0.1', ['6.6.6.6, 1.2.3.4, 10.1.1.1'], '1.2.3.4'],
    ['10.0.0.1', ['6.6.6.6,1.2.3.4:80,10.1.1.1:9'], '1.2.3.4'],
    ['10.0.0.1', ['6.6.6.6, ,1.2.3.4,'], '1.2.3.4'],
    ['10.0.0.1', ['6.6.6.6, unknown'], '10.0.0.1'],
    ['10.0.0.1', ['10.1.1.1, 10.1.1.2'], '10.1.1.1'],
    // RFC 7239.
    ['10.0.0.1', ['', 'for=1.2.3.4'], '1.2.3.4'],
    ['10.0.0.1', ['', 'For="1.2.3.4:5011"'], '1.2.3.4'],
    ['10.0.0.1', ['', 'for="[2001:db8::1]"'], '2001:db8::1'],
    ['10.0.0.1', ['', 'proto=https;for="[2001:db8::1]:50";by=10.0.0.1'], '2001:db8::1'],
    ['10.0.0.1', ['', 'for=6.6.6.6, for=1.2.3.4 , for=10.1.1.1;host=a'], '1.2.3.4'],
    ['10.0.0.1', ['', 'for="1.2\\.3.4"'], '1.2.3.4'],
    ['10.0.0.1', ['', 'for=1.2.3.4, host=a.example'], '10.0.0.1'],
    ['10.0.0.1', ['', 'for="1.2.3.4'], '10.0.0.1'],
    ['10.0.0.1', ['', 'x;y'], '10.0.0.1'],
    ['203.0.113.9', ['', 'for=1.2.3.4'], '203.0.113.9'],
    // A proxy writes one of both kinds, and passes the other on as a visitor sent it.
    ['10.0.0.1', ['1.2.3.4', 'for=6.6.6.6'], '1.2.3.4'],
  ])('at %s with %j is %j', (peer, [list, forwarded], address) => {
    const headers = { ...(list && { 'x-forwarded-for': list }), ...(forwarded && { forwarded }) }
    expect(clientFrom(peer, headers).address).toBe(address)
  })

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:1::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s is told apart as %s', (address, key) => {
    expect(rateLimitKey(address)).toBe(key)
  })
})

describe('the host and protocol that a visitor asked for', () => {
  it.each<[headers: Record<string, string>, host: string, protocol: string]>([
    [{}, 'inner', 'http'],
    [{ 'x-forwarded-host': 'a.example' }, 'a.example', 'http'],
    [{ 'x-forwarded-host': 'a.example, b.example', 'x-forwarded-proto': 'https, http' }, 'a.example', 'https'],
    [{ 'x-forwarded-host': 'a.example,b.example', 'x-forwarded-for': '1.2.3.4, 10.0.0.2' }, 'a.example', 'http'],
    [{ 'x-forwarded-host': 'a.example', 'x-forwarded-for': '1.2.3.4, 10.0.0.2' }, 'a.example', 'http'],
    // A visitor sent the first one.
    [{ 'x-forwarded-host': 'evil.example, a.example', 'x-forwarded-for': '1.2.3.4' }, 'a.example', 'http'],
    [{ 'x-forwarded-host': '[2001:db8::1]:8443', 'x-forwarded-proto': 'HTTPS' }, '[2001:db8::1]:8443', 'https'],
    [{ 'x-forwarded-host': 'app_1:3000', 'x-forwarded-proto': 'https:' }, 'app_1:3000', 'https'],
    [{ 'x-forwarded-host': '', 'x-forwarded-proto': '' }, 'inner', 'http'],
    [{ 'x-forwarded-host': 'a b', 'x-forwarded-proto': 'gopher' }, 'inner', 'http'],
    [{ forwarded: 'for=1.2.3.4;host=a.example;proto=https' }, 'a.example', 'https'],
    [{ forwarded: 'for=1.2.3.4;host="a.example:443";proto="https"' }, 'a.example:443', 'https'],
    [{ forwarded: 'host=evil.example, for=1.2.3.4;host=a.example, for=10.1.1.1;proto=https' }, 'a.example', 'https'],
    [{ forwarded: 'for=1.2.3.4;proto=https, for=10.0.0.2;host=a.example;proto=http' }, 'a.example', 'https'],
  ])('%j: %s by %s', (headers, host, protocol) => {
    const client = clientOf({ host: 'inner', ...headers })
    expect([client.hosts[0], client.protocol]).toEqual([host, protocol])
    expect(client.hosts).toContain('inner')
    const stranger = clientFrom('203.0.113.9', { host: 'inner', ...headers })
    expect([stranger.hosts, stranger.protocol]).toEqual([['inner'], 'http'])
  })

  it.each([
    [{ 'x-forwarded-host': 'a.example, b.example' }, 'https://b.example', true],
    [{ 'x-forwarded-host': 'a.example:443' }, 'https://a.example', true],
    [{ host: 'a.example:443' }, 'https://a.example/page', true],
    [{ host: 'a.example:80' }, 'http://a.example', true],
    [{ host: 'a.example:443' }, 'http://a.example', false],
    [{ host: 'a.example:8443' }, 'https://a.example', false],
  ])('%j is asked from %s: %s', (headers, address, isSame) => {
    const { hosts } = clientOf({ host: 'inner', ...headers })
    expect(isSameOriginUrl(address, { hosts, publicOrigin: undefined })).toBe(isSame)
  })

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'])(
    'are read of %s in no longer than it is long',
    (name) => {
      const pumps = ['10.0.0.1,', 'for=10.0.0.1,', 'for="\\"', ' ', 'a=', '[', ';']
      const { growth, text } = worstReading((value) => clientOf({ [name]: value }), pumps)
      expect(growth, `for ${JSON.stringify(text.slice(0, 60))}…`).toBeLessThan(MOST)
    },
  )

  it('compares few of the hosts of a long list', () => {
    const list = Array.from({ length: 1_000 }, (_, index) => `h${index}.example`)
    expect(clientOf({ 'x-forwarded-host': list.join() }).hosts.length).toBeLessThan(13)
  })
})
