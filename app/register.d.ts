import type variables from '#app/env.server.ts'
import type routing from '#app/routing.ts'
import type { texts } from '#app/site.ts'

declare module 'fairlead/register' {
  interface Register {
    routing: typeof routing
    texts: typeof texts
    env: typeof variables
  }
}
