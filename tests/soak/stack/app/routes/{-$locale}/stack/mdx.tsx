import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import 'sonner/dist/styles.css'
import Page from '#app/stack/page.mdx'
import Circle from '#app/stack/icon.svg?react'
import { Recipe } from '@/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/mdx')({ component: Mdx })

function Mdx() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Recipe go={() => setIsOpen(true)}>
      {isOpen && <Page />}
      <Circle width="8" />
    </Recipe>
  )
}
