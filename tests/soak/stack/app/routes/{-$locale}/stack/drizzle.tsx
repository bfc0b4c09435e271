import { createFileRoute } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { useState } from 'react'
import { readNote } from '#app/stack/notes.functions.ts'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/drizzle')({ component: Drizzle })

function Drizzle() {
  const [out, setOut] = useState('')
  const read = useServerFn(readNote)
  return <Recipe go={() => void read().then((rows) => setOut(JSON.stringify(rows)))}>{out}</Recipe>
}
