import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApplicationError, useRetry } from '#app/errors/application-error.tsx'
import { PublicError } from '#app/errors/public-error.ts'
import { StoreNotice } from '#app/report-desk/store-notice.tsx'
import { storeFaultOf } from '#app/report-desk/store-error.ts'

/** The error page of the desk's routes: the notice of a faulty store where that is the cause. */
export function DeskError(props: ErrorComponentProps) {
  const { error, reset } = props as { error: unknown; reset: () => void }
  const retry = useRetry(reset)
  const fault = error instanceof PublicError ? storeFaultOf(error.code) : undefined
  if (!fault) return <ApplicationError {...props} />
  return <StoreNotice heading="h1" fault={fault} place={(error as PublicError).fields?.store} retry={retry} />
}
