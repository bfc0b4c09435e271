import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/compiler')({ component: Compiled })

function Compiled() {
  const [n, setN] = useState(0)
  const size = { metres: 3 }
  return (
    <Recipe go={() => setN(n + 1)}>
      {n} <Child size={size} />
    </Recipe>
  )
}

/** The compiler keeps the object from one render to the next. */
function Child({ size }: { size: object }) {
  'use no memo'
  const first = useRef(size)
  return first.current === size ? 'kept' : 'new'
}
