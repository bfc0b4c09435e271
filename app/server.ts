import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { allowsMethod } from '#app/navigation/methods.ts'
import { getRouter } from '#app/router.tsx'

const handle = createStartHandler(defaultStreamHandler)

/** A router that loads nothing: it is asked which route an address has. */
const map = getRouter()

export default createServerEntry({
  fetch: (request, options) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/_serverFn/')) {
      const decision = allowsMethod(map, pathname, request.method)
      if (decision.type === 'refused') {
        return new Response('Method Not Allowed\n', { status: 405, headers: { allow: decision.allow } })
      }
    }
    return handle(request, options)
  },
})
