import { isErrorInDocument, mayRecover } from '#app/errors/public-error.ts'
import { maskMatchErrors, maskQueryError } from '#app/errors/mask-router-errors.ts'
import type { RouterDocument } from '#app/navigation/router-hooks.ts'
import { dehydrateQueries, stripMatchTimestamps } from '#app/server/render/dehydrate-queries.ts'

export const routerDocument: RouterDocument = {
  afterLoad: [maskMatchErrors, stripMatchTimestamps],
  dehydrate: dehydrateQueries,
  onQueryError: maskQueryError,
  mayRecover,
  isErrorInDocument,
}
