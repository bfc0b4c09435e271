import { expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'

/** Returns the directives of the first policy of a header, and the policies after it. */
function policies(header = ''): { directives: Record<string, string>; others: string[] } {
  const [first = '', ...others] = header.split(', ')
  const directives = Object.fromEntries(first.split('; ').map((part) => part.split(/ (.*)/, 2) as [string, string]))
  return { directives, others }
}

it("a page's own headers are kept, and vary by the cookies all the same", async () => {
  const { headers } = await ask('/charts')
  expect(headers).toMatchObject({ 'cache-control': 'private, max-age=60', 'x-unit': 'metres' })
  expect(headers.vary?.split(', ')).toEqual(expect.arrayContaining(['X-Unit', 'Cookie']))
})

it('the policy of a page has the sources of its routes, and a policy of its own beside', async () => {
  const { headers } = await ask('/charts')
  const { directives, others } = policies(headers['content-security-policy'])
  expect(directives['img-src']).toBe("'self' data: blob: https://charts.example")
  expect(directives['script-src']).toMatch(/^'nonce-[\w+/=]+' 'strict-dynamic'$/)
  expect(directives).not.toHaveProperty('frame-src')
  expect(others).toEqual(["media-src 'none'"])
})

it.each(['first', 'cached'])('so has the policy of a page that all visitors share, when %s', async () => {
  const { headers } = await ask('/atlas')
  const { directives } = policies(headers['content-security-policy'])
  expect(directives['frame-src']).toBe("'self' https://maps.example")
  expect(directives['script-src']).toMatch(/^'self' 'sha256-/)
  expect(directives['img-src']).toBe("'self' data: blob:")
})

it('pages without sources of their own have those of all', async () => {
  const { directives } = policies((await ask('/start')).headers['content-security-policy'])
  expect(directives['img-src']).toBe("'self' data: blob:")
})
