import type variables from '#app/env.server.ts'

declare module 'fairlead/register' {
  interface Register {
    env: typeof variables
  }
}
