import { NextResponse } from 'next/server'

/** Lets nobody in without a name, and adds a header to everything else. */
export function proxy(request) {
  if (request.nextUrl.pathname === '/members' && !request.cookies.has('name')) {
    return NextResponse.redirect(new URL('/form', request.url))
  }
  const response = NextResponse.next()
  response.headers.set('x-old', 'yes')
  return response
}

export const config = { matcher: ['/((?!_next|events).*)'] }
