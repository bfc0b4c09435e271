import { describe, expect, it } from 'vitest'
import { guardsOf } from '#app/from-next/guards.ts'
import { PLAIN_PAGE, applicationOf } from '#tests/site/from-next/application.ts'

/** Returns the folders of the pages that may be refused. */
const guarded = (files: Readonly<Record<string, string>>) =>
  [...guardsOf(applicationOf(files))]
    .filter(([, guards]) => guards.some(({ note }) => !note.startsWith('calls ')))
    .map(([path]) => path.replace(/^app\/|\/?page\.tsx$/g, ''))
    .toSorted()

describe('routes', () => {
  it.each([
    ['/:language([a-z]{2})/vault', ['[locale]/vault']],
    // The id may be the word.
    ['/(.*)/vault', ['[locale]/left/[id]', '[locale]/vault']],
    ['/((?!left|.+/left).*)/vault', ['[locale]/vault']],
  ])('have a guard if they may have an address that a middleware covers: %s', (matcher, expected) => {
    const found = guarded({
      'middleware.ts': `import { NextResponse } from 'next/server'
export default (request) => (request.cookies.has('key') ? NextResponse.next() : NextResponse.redirect(new URL('/')))
export const config = { matcher: ${JSON.stringify(matcher)} }`,
      'app/[locale]/page.tsx': PLAIN_PAGE,
      'app/[locale]/vault/page.tsx': PLAIN_PAGE,
      'app/[locale]/left/[id]/page.tsx': PLAIN_PAGE,
    })
    expect(found).toEqual(expected)
  })

  const CLERK = "import { clerkMiddleware, createRouteMatcher } from '@clerk/nextjs/server'\n"
  const NEXT = "import { NextResponse } from 'next/server'\n"
  const LEAVE = 'NextResponse.redirect(new URL("/in", request.url))'

  it.each<[string, string, string[]]>([
    [
      'protects what a matcher of Clerk has',
      `${CLERK}const isOwn = createRouteMatcher(['/desk(.*)'])
export default clerkMiddleware(async (auth, req) => { if (isOwn(req)) await auth.protect() })`,
      ['desk', 'desk/[id]'],
    ],
    [
      'protects what is not public',
      `${CLERK}const isPublic = createRouteMatcher(['/', '/in(.*)'])
export default clerkMiddleware(async (auth, req) => {
  if (isPublic(req)) return
  const { userId, redirectToSignIn } = await auth()
  if (!userId) return redirectToSignIn()
})`,
      ['desk', 'desk/[id]', '[slug]'],
    ],
    ['protects nothing', `${CLERK}export default clerkMiddleware()`, []],
    [
      'has its list elsewhere',
      `${CLERK}import { list } from './list.json'\nconst isOwn = createRouteMatcher(list)
export default clerkMiddleware((auth, req) => { if (isOwn(req)) auth.protect() })`,
      ['', 'in', 'desk', 'desk/[id]', '[slug]'],
    ],
    [
      'begins with a path',
      `${NEXT}const own = ['/desk', '/desk/more']
export async function middleware(request) {
  const { pathname } = request.nextUrl
  const session = request.cookies.get('session')
  const isOwn = own.some((path) => pathname.startsWith(path))
  if (isOwn && !session) return ${LEAVE}
  if (pathname === '/in' && session) return ${LEAVE}
  let response = NextResponse.next()
  if (session) response.cookies.set('session', '')
  return response
}`,
      ['desk', 'desk/[id]', 'in'],
    ],
    [
      'looks at more than the session',
      `${NEXT}export async function middleware(request) {
  const session = request.cookies.get('session')
  if (session && session.value !== 'admin' && request.nextUrl.pathname === '/desk') return ${LEAVE}
}`,
      ['desk'],
    ],
    [
      'returns from what is not known',
      `import { check } from './check'\nexport async function middleware(request) { if (request.nextUrl.pathname !== '/in') return check(request) }`,
      ['', 'desk', 'desk/[id]', '[slug]'],
    ],
    [
      'is wrapped in what is not known',
      "import { wrap } from 'wrap'\nexport default wrap(() => undefined)",
      ['', 'in', 'desk', 'desk/[id]', '[slug]'],
    ],
    [
      'asks authorized of next-auth',
      `import NextAuth from 'next-auth'\nimport { config } from './auth.config'\nexport default NextAuth(config).auth`,
      // The signed-in are led elsewhere.
      ['', 'in', 'desk', 'desk/[id]', '[slug]'],
    ],
  ])('have a guard only where a middleware answers itself: one that %s', (_, middleware, expected) => {
    const page = (path: string) => [`app/${path}page.tsx`, PLAIN_PAGE]
    const found = guarded({
      'middleware.ts': middleware,
      'auth.config.ts': `import type { NextAuthConfig } from 'next-auth'
export const config = { callbacks: { authorized({ auth, request: { nextUrl } }) {
  const isLoggedIn = !!auth?.user
  const isOnDesk = nextUrl.pathname.startsWith('/desk')
  if (isOnDesk) return isLoggedIn
  if (isLoggedIn) return Response.redirect(new URL('/desk', nextUrl))
  return true
} } }`,
      ...(Object.fromEntries(['', 'in/', 'desk/', 'desk/[id]/', '[slug]/'].map(page)) as Record<string, string>),
    })
    expect(found).toEqual(expected.toSorted())
  })

  it.each<[string, Record<string, string>, string[]]>([
    [
      'in the words of the source, and where its names come from',
      {
        'middleware.ts': `${NEXT}const own = ['/desk']
export function middleware(request) {
  const { pathname } = request.nextUrl
  const isOwn = own.some((path) => pathname.startsWith(path))
  const url = request.nextUrl.clone()
  url.pathname = '/in'
  if (isOwn && !request.cookies.has('key')) return NextResponse.redirect(url, 303)
}`,
      },
      [
        "middleware.ts:8: redirects to `/in` (303) if `isOwn && !request.cookies.has('key')`; `isOwn` from `own.some((path) => pathname.startsWith(path))`, `own` from `['/desk']`",
      ],
    ],
    [
      'without what an earlier answer decides, and with what lets visitors pass',
      {
        'middleware.ts': `${NEXT}export function middleware(request) {
  if (request.cookies.has('key')) return NextResponse.next()
  if (!request.headers.get('key')) return new NextResponse('', { status: 401 })
  return NextResponse.rewrite(new URL(\`/trial\${request.nextUrl.pathname}\`, request.url))
}`,
      },
      [
        "middleware.ts:4: answers 401 if `!request.headers.get('key')`, unless `request.cookies.has('key')`",
        "middleware.ts:5: answers with the page at `/trial…` unless `request.cookies.has('key')`",
      ],
    ],
    [
      'once, where its name has other values too, and with the headers that it sets',
      {
        'middleware.ts': `${NEXT}export function middleware(request) {
  if (!request.cookies.has('key')) {
    const response = ${LEAVE}
    return response
  }
  const response = NextResponse.next()
  response.headers.set('x-frame-options', 'DENY')
  return response
}`,
      },
      [
        "middleware.ts:4: redirects to `/in` (307) if `!request.cookies.has('key')`",
        "middleware.ts:8: calls `response.headers.set('x-frame-options', 'DENY')`",
      ],
    ],
    [
      'in branches, cases and faults',
      {
        'middleware.ts': `${NEXT}import { verify } from './verify'
export async function middleware(request) {
  try { await verify(request) } catch { return NextResponse.json({}, { status: 403 }) }
  switch (request.geo) { case 'x': return Response.redirect('/x') }
  return request.ip ? NextResponse.next() : fail()
}
function fail() { throw new Error('no') }`,
      },
      [
        'middleware.ts:4: answers 403 if `{ await verify(request) }` throws',
        "middleware.ts:5: redirects to `/x` (307) if `request.geo` is `'x'`",
        "middleware.ts:8: throws `new Error('no')` unless `request.ip`",
      ],
    ],
    [
      'of a function that it imports',
      {
        'middleware.ts':
          "import { renew } from './renew'\nexport const middleware = async (request) => await renew(request)",
        'renew.ts': `${NEXT}export async function renew(request) { if (!request.auth) return ${LEAVE} }`,
      },
      ['renew.ts:2: redirects to `/in` (307) if `!request.auth`'],
    ],
    [
      'of what is not read',
      { 'middleware.ts': "import { wrap } from 'wrap'\nexport default wrap(() => {})" },
      ['middleware.ts:2: is decided by `wrap(() => `, which is not read'],
    ],
    [
      'of a layout, by its code and by names',
      {
        'app/layout.tsx': "import { getUser } from 'accounts'\nexport default ({ children }) => children",
        'app/desk/layout.tsx':
          "import { forbidden } from 'next/navigation'\nexport default async ({ role }) => role === 'a' || forbidden()",
      },
      [
        'app/layout.tsx:1: uses `accounts#getUser`, which may decide who sees the page',
        "app/desk/layout.tsx:2: answers 403 unless `role === 'a'`",
      ],
    ],
    [
      'of the page and the functions that it imports, and not of others',
      {
        'app/desk/page.tsx': `import { notFound } from 'next/navigation'
import { requireUser } from '../../lib/user'
export default async function Page({ params }) { await requireUser(); if (!params) notFound() }`,
        'lib/user.ts': `import { redirect } from 'next/navigation'
export async function requireUser() { if (!(await find())) redirect('/in') }
export async function requireAdmin() { redirect('/') }`,
      },
      [
        'app/desk/page.tsx:3: answers 404 if `!params`',
        'lib/user.ts:2: redirects to `/in` (307) if `!(await find())`, in `requireUser`',
      ],
    ],
    [
      'of the Pages Router',
      {
        'app/desk/page.tsx': `export async function getServerSideProps({ user, row }) {
  if (!user) return { redirect: { destination: '/in', permanent: false } }
  if (!row) return { notFound: true }
}`,
      },
      ['app/desk/page.tsx:2: redirects to `/in` if `!user`', 'app/desk/page.tsx:3: answers 404 if `!row`'],
    ],
  ])('say what is answered and when: %s', (_, files, expected) => {
    const found = guardsOf(applicationOf({ 'app/desk/page.tsx': PLAIN_PAGE, ...files })).get('app/desk/page.tsx') ?? []
    expect(found.map(({ path, line, note }) => `${path}:${line}: ${note}`)).toEqual(expected)
  })

  it('say what a server route answers', () => {
    const text =
      "export function GET(request) {\n  if (!request.auth) return new Response('', { status: 401 })\n  return Response.json({})\n}"
    const found = guardsOf(applicationOf({ 'app/page.tsx': PLAIN_PAGE, 'app/a/route.ts': text })).get('app/a/route.ts')
    expect(found?.map(({ line, note }) => `${line}: ${note}`)).toEqual(['2: answers 401 if `!request.auth`'])
  })

  it('have one below a layout that may decide, and each of several', () => {
    const application = applicationOf({
      'app/desk/layout.tsx':
        "import { SignedIn } from '@clerk/nextjs'\nexport default ({ children }) => <SignedIn>{children}</SignedIn>",
      'app/desk/page.tsx': PLAIN_PAGE,
      'app/desk/api/route.ts': 'export const GET = () => new Response()',
      'app/page.tsx': PLAIN_PAGE,
      'middleware.ts': "import { check } from './check'\nexport const middleware = (request) => check(request)",
    })
    const found = [...guardsOf(application)].map(([path, list]) => [path, list.map((guard) => guard.path)])
    expect(Object.fromEntries(found)).toEqual({
      'app/desk/api/route.ts': ['middleware.ts'],
      'app/desk/page.tsx': ['middleware.ts', 'app/desk/layout.tsx'],
      'app/page.tsx': ['middleware.ts'],
    })
  })
})
