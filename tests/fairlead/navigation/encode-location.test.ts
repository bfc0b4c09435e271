import { redirect } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { encodeLocation } from '#fairlead/navigation/encode-location.ts'

it.each([
  ['/ja/ありがとう?n=あ#い', '/ja/%E3%81%82%E3%82%8A%E3%81%8C%E3%81%A8%E3%81%86?n=%E3%81%82#%E3%81%84'],
  ['/caf\u00E9', '/caf%C3%A9'],
  ['/already/%E3%81%82?a=%26&b', '/already/%E3%81%82?a=%26&b'],
  ['https://example.com/a b', 'https://example.com/a%20b'],
  // It cannot become the URL of another host.
  [String.raw`/\evil.example`, '/%5Cevil.example'],
])('a redirect to %s has the Location %s', (href, location) => {
  encodeLocation()
  expect(redirect({ href }).headers.get('location')).toBe(location)
})

it('other headers are left as they are', () => {
  encodeLocation()
  const headers = new Headers()
  headers.set('x-text', 'a b')
  expect(headers.get('x-text')).toBe('a b')
  expect(() => headers.set('x-text', 'あ')).toThrow(TypeError)
})
