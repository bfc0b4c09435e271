import { describe, expect, it } from 'vitest'
import { isForApplication } from '#app/host/server/is-for-application.ts'

const BASES = ['/monitoring', '/api']
const isPublicPath = (path: string) => path === '/icon.svg'

describe('a request goes to the application at once', () => {
  it.each(['/', '/guide', '/guide/', '/de/handbuch?q=//x', '/%E6%97%A5', '/item/7?next=%2F%2Fevil', '/icon.svgz'])(
    'for %s',
    (target) => expect(isForApplication(target, BASES, isPublicPath)).toBe(true),
  )
})

describe('a request passes the other handlers', () => {
  it.each([
    ['of the tunnel', '/monitoring'],
    ['of the tunnel, with a query', '/monitoring?o=1'],
    ['that a clone adds', '/api/v1'],
    ['whose base is only the beginning of a name', '/monitoring-as-code'],
    ['for a public file', '/icon.svg'],
    ['for a public file, with a query', '/icon.svg?v=2'],
    ['for a public file, in other characters', '/%69con.svg'],
    ['of the tunnel, in other characters', '/%6Donitoring'],
    ['with a question mark in its path', '/icon.svg%3Fx'],
    ['with a slash that is encoded beside another', '/%2Flocalhost/guide'],
    ['that is malformed', '/guide%'],
    ['with an absolute URL', 'http://localhost/guide'],
    ['with a host as its path', '//localhost/guide'],
    ['with two slashes', '/guide//one'],
    ['with a backslash', '/guide\\one'],
    ['with a fragment', '/guide#one'],
    ['of OPTIONS for the server', '*'],
    ['without a path', ''],
  ])('%s: %s', (_, target) => expect(isForApplication(target, BASES, isPublicPath)).toBe(false))
})
