import { isErrorInDocument, mayRecover } from '#fairlead/errors/public-error.ts'
import { maskMatchErrors, maskQueryError } from '#fairlead/errors/mask-router-errors.ts'
import type { RouterDocument } from '#fairlead/navigation/router-hooks.ts'
import { dehydrateQueries, stripMatchTimestamps } from '#fairlead/server/render/dehydrate-queries.ts'

/** What the server does with a router's data before it is written into a document, for `createAppRouter`. */
export const routerDocument: RouterDocument = {
  afterLoad: [maskMatchErrors, stripMatchTimestamps],
  dehydrate: dehydrateQueries,
  onQueryError: maskQueryError,
  mayRecover,
  isErrorInDocument,
}
