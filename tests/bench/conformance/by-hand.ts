import type { Made, RedirectInput } from '#tests/bench/conformance/rules.ts'

// Rules that no dice would make: over pages, loops, and rules that the two are known to read differently.

function at(source: string, destination: string, paths: readonly string[], more: Partial<RedirectInput> = {}): Made {
  return { rule: { source, destination, ...more }, parts: [{ source, meets: paths }], has: [], missing: [] }
}

const temporary = { permanent: false }

export const REDIRECTS: readonly Made[] = [
  at('/loop', '/loop', ['/loop', '/loop?a=b'], temporary),
  at('/numbered/:0', '/lab/echo/:0', ['/numbered/1', '/numbered/x%20y'], temporary),
  at('/lab/docs/by/shadowed', '/lab/echo/shadow', ['/lab/docs/by/shadowed', '/lab/docs/by/Shadowed'], temporary),
  at('/chain-1', '/chain-2?a=1', ['/chain-1', '/chain-1?a=2'], { statusCode: 301 }),
  at('/chain-2', '/lab', ['/chain-2', '/chain-2?a=1'], { statusCode: 303 }),
  at('/raw-ü/:id', '/lab/echo/:id', ['/raw-%C3%BC/1', '/raw-ü/2'], temporary),
  at('/absent/:id?', '/lab/echo/:id', ['/absent', '/absent/1'], temporary),
  at('/several/:path*', '/lab/echo/several#:path*', ['/several', '/several/a/b'], temporary),
]

export const BEFORE_FILES: readonly Made[] = [
  at('/lab/docs/by/ada', '/lab/echo/overridden?own=1', ['/lab/docs/by/ada?mode=on', '/lab/docs/by/ada'], {
    has: [{ type: 'query', key: 'mode' }],
  }),
  at('/step-1/:path*', '/step-2/:path*', ['/step-1/a/b', '/step-1']),
  at('/step-2/:path*', '/lab/echo/step/:path*', ['/step-2/a%2Fb', '/step-2']),
]

export const AFTER_FILES: readonly Made[] = [
  at('/lab', '/lab/echo/never', ['/lab', '/lab?a=b']),
  at('/lab/docs/by/late', '/lab/echo/late', ['/lab/docs/by/late', '/de/lab/docs/by/late']),
  at('/nowhere-1', '/no-such-page', ['/nowhere-1']),
  at('/nowhere-1', '/lab/echo/second', ['/nowhere-1?a=b']),
]

export const FALLBACK: readonly Made[] = [
  at('/:path((?!lab|go|before|after|last|de|ja|ar|en).*)', '/lab/echo/rest/:path', ['/other/a', '/other', '/x%2Fy'], {
    has: [{ type: 'header', key: 'x-kind', value: 'other' }],
  }),
]
