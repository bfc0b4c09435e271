import { initTRPC } from '@trpc/server'
import { z } from 'zod'

const t = initTRPC.create()

export const appRouter = t.router({
  double: t.procedure.input(z.number()).mutation(({ input }) => input * 2),
})

export type AppRouter = typeof appRouter
