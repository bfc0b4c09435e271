import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { keptState } from '#app/pages/kept-state.server.ts'
import { invalidate } from 'fairlead/cache.server'

const control = v.partial(
  v.object({ fails: v.boolean(), delay: v.number(), tags: v.array(v.string()), path: v.string() }),
)

export const Route = createFileRoute('/{-$locale}/kept-control')({
  server: {
    handlers: {
      GET: () => Response.json(keptState),
      POST: async ({ request }) => {
        const { tags, path, ...state } = v.parse(control, await request.json())
        Object.assign(keptState, state)
        if (tags) await invalidate({ tags })
        if (path !== undefined) await invalidate({ path })
        return Response.json(keptState)
      },
    },
  },
})
