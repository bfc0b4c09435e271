import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import data from '#app/stack/data.json'
import icon from '#app/stack/icon.svg'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/files')({ component: Files })

function Files() {
  const [out, setOut] = useState<string[]>([])
  const say = (text: unknown) => setOut((before) => [...before, String(text)].toSorted())
  const go = () => {
    const worker = new Worker(new URL('../../../stack/double.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data: doubled }) => say(`worker ${doubled}`)
    worker.postMessage(21)
    const source = new EventSource('/api/ticks')
    source.onmessage = ({ data: tick }) => {
      say(`tick ${tick}`)
      if (tick === '3') source.close()
    }
  }
  return (
    <Recipe go={go}>
      <img src={icon} width="8" height="8" alt="" />
      {data.answer} {import.meta.env.VITE_STACK} {out.join(', ')}
    </Recipe>
  )
}
