import { describe, expect, it, vi } from 'vitest'
import { withBasePath, withoutBasePath } from '#fairlead/platform/base-path.ts'

vi.mock(import('#app/site.ts'), async (original) => ({ ...(await original()), basePath: '/app' }))

describe('a base path', () => {
  it.each([
    ['/', '/app/'],
    ['/files/a.pdf?b#c', '/app/files/a.pdf?b#c'],
    ['/app/x', '/app/app/x'],
    ['/app/_build/photo-12345678.webp', '/app/_build/photo-12345678.webp'],
    ['//cdn.example/x', '//cdn.example/x'],
    ['https://cdn.example/x', 'https://cdn.example/x'],
    ['#part', '#part'],
  ])('makes %s %s', (path, address) => expect(withBasePath(path)).toBe(address))

  it.each([
    ['/app', '/'],
    ['/app?a=1', '/?a=1'],
    ['/app#part', '/#part'],
    ['/app/', '/'],
    ['/app/app/x', '/app/x'],
    ['/application', undefined],
    ['/', undefined],
    ['', undefined],
  ])('takes itself from %s: %s', (address, path) => expect(withoutBasePath(address)).toBe(path))

  it('takes the prefix of cookies that are for all paths', async () => {
    vi.stubEnv('PUBLIC_ORIGIN', 'https://harbour.example')
    const { cookieAttributes, cookieName } = await import('#fairlead/sessions/sessions.server.ts')
    expect(cookieName('session')).toBe('__Secure-session')
    expect(cookieAttributes(1)).toMatchObject({ path: '/app', secure: true })
  })
})
