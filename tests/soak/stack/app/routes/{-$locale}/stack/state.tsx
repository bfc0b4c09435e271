import { createFileRoute } from '@tanstack/react-router'
import { atom, useAtom } from 'jotai'
import { motion } from 'motion/react'
import { Toaster, toast } from 'sonner'
import { create } from 'zustand'
import { format } from 'date-fns'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/state')({ component: State })

const count = atom(0)
const useCount = create<{ n: number; more: () => void }>((set) => ({
  n: 0,
  more: () => set(({ n }) => ({ n: n + 1 })),
}))

function State() {
  const [n, setN] = useAtom(count)
  const { n: m, more } = useCount()
  return (
    <Recipe
      go={() => {
        setN(n + 1)
        more()
        toast('toasted')
      }}
    >
      <motion.p
        initial={{ opacity: 0 }}
        animate={{ opacity: 1 }}
      >{`${n} ${m} ${format(new Date(0), 'yyyy').slice(0, 2)}`}</motion.p>
      <Toaster />
    </Recipe>
  )
}
