import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as Dialog from '@radix-ui/react-dialog'
import { cva } from 'class-variance-authority'
import { clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'
import { Anchor } from 'lucide-react'
import '#app/stack/tailwind.css'
import styles from '#app/stack/button.module.scss'

const button = cva('rounded', { variants: { size: { small: 'p-1', large: 'p-4' } } })

export const Route = createFileRoute('/{-$locale}/stack/tailwind')({ component: Tailwind })

function Tailwind() {
  const [open, setOpen] = useState(false)
  return (
    <main>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger id="go" className={twMerge(clsx('p-2', button({ size: 'large' })), styles.button)}>
          <Anchor /> open
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0" />
          <Dialog.Content id="out" className="fixed bg-[rgb(4,5,6)] dark:bg-[rgb(7,8,9)]">
            <Dialog.Title>opened</Dialog.Title>
            <Dialog.Description>by Radix</Dialog.Description>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </main>
  )
}
