import { isErrorInDocument, mayRecover } from '#fairlead/errors/public-error.ts'
import { maskMatchErrors, maskQueryError } from '#fairlead/errors/mask-router-errors.ts'
import type { RouterDocument } from '#fairlead/navigation/router-hooks.ts'
import { dehydrateQueries, stripMatchTimestamps } from '#fairlead/server/render/dehydrate-queries.ts'

/** The hooks by which the server prepares a router's data for a document. `createAppRouter` takes them. */
export const routerDocument: RouterDocument = {
  afterLoad: [maskMatchErrors, stripMatchTimestamps],
  dehydrate: dehydrateQueries,
  onQueryError: maskQueryError,
  mayRecover,
  isErrorInDocument,
}
