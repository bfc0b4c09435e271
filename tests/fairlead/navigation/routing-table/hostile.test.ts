import { describe, expect, it } from 'vitest'
import { explain } from '#fairlead/navigation/routing-table/explain/explain.ts'
import { resolveRedirect, resolveRewrite } from '#fairlead/navigation/routing-table/match/resolve.ts'
import type { RuleRequest } from '#fairlead/navigation/routing-table/match/conditions.ts'
import { cookie, header, query, redirect, tableOf } from '#tests/fairlead/navigation/routing-table/tables.ts'
import { random } from '#tests/harness/random.ts'

const PIECES = [
  '/',
  '\\',
  '\t',
  '\r\n',
  ' ',
  '.',
  '..',
  '%2e%2e',
  '%2F',
  '%5C',
  '%0d%0a',
  '%00',
  '%',
  '%E0%A4',
  '\0',
  'evil.com',
  '@evil.com',
  ':80',
  'https:',
  'javascript:',
  '?',
  '#',
  '&',
  ':id',
  '*',
  '(',
  '{',
  '[',
  '__proto__',
  'é',
  '\ud800',
  'a',
  '/go/',
  '/de/',
  'x',
  '/team/',
  'a'.repeat(300),
]

const table = tableOf({
  domains: [{ domain: 'example.de', defaultLocale: 'de' }],
  redirects: [
    { source: '/go/:path*', destination: '/:path*', permanent: true },
    redirect('/team/:name', 'https://:name.example.com/:name'),
    redirect('/x/:a(.*)', '/:a'),
    redirect('/all/:a/:b?', '/:b/:a?q=:a#:b'),
    redirect('/h', '/:v', { has: [header('x-v', '(?<v>.*)')] }),
    redirect('/c', '/:c/to', { has: [cookie('c')] }),
    redirect('/q', '/:to', { has: [query('to')] }),
    redirect('/s', 'https://:v.example.com/', { has: [header('x-v', '(?<v>.*)')] }),
    redirect('/((?!h|c|q|s|p).*)', '/rest', { has: [query('rest')] }),
  ],
  rewrites: {
    beforeFiles: [{ source: '/p/:path*', destination: '/:path*' }],
    fallback: [{ source: '/:path*', destination: 'https://upstream.test/base/:path*' }],
  },
})

const ALLOWED_HOSTS = /^(?:site\.test|example\.de|[a-z0-9.-]+\.example\.com)$/

describe('hostile input', () => {
  it('10 000 paths and header values: nothing throws, and no redirect leads off the host', () => {
    const next = random(4)
    const text = (most: number) =>
      Array.from({ length: 1 + Math.floor(next() * most) }, () => PIECES[Math.floor(next() * PIECES.length)]).join('')
    const starts = ['/go/', '/team/', '/x/', '/all/', '/h', '/c', '/q?to=', '/s', '/p/', '/', '//', '/\\', '/de/go/']
    let redirects = 0
    let proxied = 0
    for (let round = 0; round < 10_000; round++) {
      const url = (starts[Math.floor(next() * starts.length)] ?? '/') + (next() < 0.3 ? '' : text(6))
      const value = text(5)
      const host = next() < 0.8 ? 'site.test' : value
      // Header values reach the rules as any text here, although a server would refuse some of them.
      const headers: Record<string, string> = { host, 'x-v': value, cookie: `c=${value}` }
      const request: RuleRequest = { url, headers: { get: (name) => headers[name] ?? null } }

      const answer = resolveRedirect(table, request)
      if (answer.type === 'redirect') {
        redirects++
        const { location } = answer
        expect(location, url).toMatch(/^[\x21-\x7e]+$/)
        expect(new URL(location, 'https://site.test').hostname, `${url} to ${location}`).toMatch(ALLOWED_HOSTS)
        expect(location, url).not.toMatch(/^[/\\]{2}/)
      }
      const shown = resolveRewrite(table, request, () => null)
      if (shown.type === 'proxy') {
        proxied++
        const target = new URL(shown.url)
        expect(target.origin).toBe('https://upstream.test')
      }
      if (shown.type === 'rewrite') expect(shown.url).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      if (round % 50 === 0) expect(explain(table, request, () => null).end.type).toBeTypeOf('string')
    }
    expect(redirects).toBeGreaterThan(3000)
    expect(proxied).toBeGreaterThan(1000)
  })
})
