import { createFileRoute } from '@tanstack/react-router'
import { labTitle } from '#app/lab/lab-route.ts'
import { Slots } from '#app/lab/slots.tsx'

export const Route = createFileRoute('/{-$locale}/lab/slots')({
  head: (head) => labTitle(head, 'slots.title'),
  component: Slots,
})
