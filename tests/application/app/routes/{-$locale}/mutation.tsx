import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'

export const Route = createFileRoute('/{-$locale}/mutation')({ component: MutationPage })

/** Runs a mutation without `useMutation`, as a persisted cache does: nothing imports its class for it. */
function MutationPage() {
  const queryClient = useQueryClient()
  const [result, setResult] = useState('none')
  const run = async () => {
    const mutation = queryClient
      .getMutationCache()
      .build<string, Error, string, unknown>(queryClient, { mutationFn: (text) => Promise.resolve(`saved ${text}`) })
    setResult(await mutation.execute('a').catch((error: unknown) => String(error)))
  }
  return (
    <>
      <h1>Mutation</h1>
      <button type="button" onClick={() => void run()}>
        Save
      </button>
      <output data-testid="result">{result}</output>
    </>
  )
}
