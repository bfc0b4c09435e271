import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApplicationError } from '#app/errors/application-error.tsx'
import { PublicError } from '#app/errors/public-error.ts'
import { StoreNotice } from '#app/report-desk/store-notice.tsx'
import { storeFaultOf } from '#app/report-desk/store-error.ts'

/** Says what is wrong with the store where that is why a page of the desk failed. */
export function DeskError(props: ErrorComponentProps) {
  const { error } = props as { error: unknown }
  const fault = error instanceof PublicError ? storeFaultOf(error.code) : undefined
  if (!fault) return <ApplicationError {...props} />
  return <StoreNotice heading="h1" fault={fault} place={(error as PublicError).fields?.store} />
}
