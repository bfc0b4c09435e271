import { isErrorInDocument, mayRecover } from '#fairlead/errors/public-error.ts'
import { maskMatchErrors, maskQueryError } from '#fairlead/errors/mask-router-errors.ts'
import type { RouterDocument } from '#fairlead/navigation/router-types.ts'
import { dehydrateQueries, stripMatchTimestamps } from '#fairlead/server/render/dehydrate-queries.ts'

/** The functions by which the server prepares the data of a router for a document. `createAppRouter` takes them. */
export const routerDocument: RouterDocument = {
  afterLoad: [maskMatchErrors, stripMatchTimestamps],
  dehydrate: dehydrateQueries,
  onQueryError: maskQueryError,
  mayRecover,
  isErrorInDocument,
}
