import { describe, expect, it } from 'vitest'
import { guardsOf } from '#app/from-next/guards.ts'
import { PLAIN_PAGE, applicationOf } from '#tests/site/from-next/application.ts'

/** Returns the folders of the pages that may be refused. */
const guarded = (files: Readonly<Record<string, string>>) =>
  [...guardsOf(applicationOf(files)).keys()].map((path) => path.replace(/^app\/|\/?page\.tsx$/g, '')).toSorted()

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
      ['desk', 'desk/[id]'],
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
      'calls what is not known',
      `import { check } from './check'\nexport async function middleware(request) { if (request.nextUrl.pathname !== '/in') await check(request) }`,
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
      ['desk', 'desk/[id]'],
    ],
  ])('have a guard only where a middleware refuses: one that %s', (_, middleware, expected) => {
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
