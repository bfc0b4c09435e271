import { createFileRoute } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { useState } from 'react'
import { countRows } from '#app/stack/rows.functions.ts'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/native')({ component: Native })

function Native() {
  const count = useServerFn(countRows)
  const [out, setOut] = useState('')
  return <Recipe go={() => void count().then((rows) => setOut(JSON.stringify(rows)))}>{out}</Recipe>
}
