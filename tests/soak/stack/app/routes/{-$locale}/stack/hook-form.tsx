import { createFileRoute } from '@tanstack/react-router'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'

export const Route = createFileRoute('/{-$locale}/stack/hook-form')({ component: HookForm })

const schema = z.object({ name: z.string().min(2) })

function HookForm() {
  const [sent, setSent] = useState('')
  const { register, handleSubmit } = useForm({ resolver: zodResolver(schema), defaultValues: { name: 'Ada' } })
  return (
    <main>
      <form onSubmit={(event) => void handleSubmit(({ name }) => setSent(`sent ${name}`))(event)}>
        <input aria-label="Name" {...register('name')} />
        <button id="go">Go</button>
      </form>
      <output id="out">{sent}</output>
    </main>
  )
}
