import type { LocationRewrite } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { buildPublicUrl } from '#fairlead/navigation/locale/build-public-url.ts'
import { makeRouter, real } from '#tests/fairlead/navigation/router-contract/router.tsx'

/** Another path, another origin, or the same. */
const rewrite: LocationRewrite = {
  input: ({ url }) => {
    if (url.pathname.startsWith('/ware/')) url.pathname = url.pathname.replace('/ware/', '/item/')
    return url
  },
  output: ({ url }) => {
    const made = new URL(url)
    made.pathname = made.pathname.replace('/item/', '/ware/')
    if (made.pathname === '/ware/abroad') return new URL('/ware/abroad', 'https://example.de')
    if (made.pathname === '/ware/slashes') made.pathname = '//evil.example'
    return made
  },
}

function makeBoth() {
  const options = { isServer: false, rewrite }
  const original = makeRouter(options)
  const patched = makeRouter(options)
  patched.buildLocation = buildPublicUrl(patched.buildLocation, real(patched)) as never
  return { original, patched }
}

describe('a location that is built with its public URL', () => {
  it.each([
    { to: '/' },
    { to: '/item/$id', params: { id: '5' } },
    { to: '/item/$id', params: { id: 'a/b "c" <d> ü日本 %' }, search: { q: 'x y&z', tab: 'last' }, hash: 'a b' },
    { to: '/item/5?a=b#c' },
    { to: '/item/$id', params: { id: 'abroad' } },
    { to: '/item/$id', params: { id: 'slashes' } },
    { href: '/ware/7?tab=last#here' },
    { to: '/failing', state: { a: 1 }, mask: { to: '/item/$id', params: { id: '6' } } },
    { to: '.', search: true },
  ])('%j is what the router makes of it', (destination) => {
    const { original, patched } = makeBoth()
    const expected = original.buildLocation(destination)
    // The second time from memory, and from the cache of the router.
    for (const options of [destination, destination, { ...destination }])
      expect(patched.buildLocation(options)).toEqual(expected)
  })

  it('is made once for each URL and rewrite', () => {
    const output = vi.fn(rewrite.output)
    const router = makeRouter({ isServer: false, rewrite: { ...rewrite, output } })
    const build = buildPublicUrl(router.buildLocation, real(router))
    for (let count = 0; count < 5; count += 1) build({ to: '/item/$id', params: { id: '5' } })
    expect(output).toHaveBeenCalledOnce()
  })

  it('is right for a location that is built while another one is', () => {
    const { patched } = makeBoth()
    let inner: string | undefined
    const outer = patched.buildLocation({
      to: '/item/$id',
      params: { id: '1' },
      search: () => {
        inner = patched.buildLocation({ to: '/item/$id', params: { id: '2' } }).publicHref
        return {}
      },
    })
    expect([outer.publicHref.split('?')[0], inner?.split('?')[0]]).toEqual(['/ware/1', '/ware/2'])
    expect(real(patched).rewrite).toBe(rewrite)
  })

  it('restores the rewrite when it cannot be built', () => {
    const { patched } = makeBoth()
    const fault = () =>
      patched.buildLocation({
        to: '/item/$id',
        params: () => {
          throw new Error('no params')
        },
      })
    expect(fault).toThrow('no params')
    expect(real(patched).rewrite).toBe(rewrite)
  })
})
