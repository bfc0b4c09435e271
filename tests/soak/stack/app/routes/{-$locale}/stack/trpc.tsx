import { createFileRoute } from '@tanstack/react-router'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { useState } from 'react'
import type { AppRouter } from '#app/stack/trpc.server.ts'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/trpc')({ component: Trpc })

const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/api/trpc' })] })

function Trpc() {
  const [out, setOut] = useState('')
  return <Recipe go={() => void client.double.mutate(4).then((n) => setOut(String(n)))}>{out}</Recipe>
}
