import { createFileRoute } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

/** A page of the slot. What it shows here is beside it, in the outlet. */
export const Route = createFileRoute('/{-$locale}/lab/slots/note/$id')({ component: OfNote })

function OfNote() {
  return <p>{useTranslations('lab.slots')('ofNote')}</p>
}
