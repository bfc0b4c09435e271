// The routing table, which `app/routing.ts` declares.

export { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
export { routePath, type CheckedPathnames, type RouteTo } from '#fairlead/navigation/routing-table/parse/route-path.ts'
export { reservedAt, type Reserved } from '#fairlead/navigation/routing-table/reserved-paths.ts'
