// `virtual:routing/paths` if pages have public paths, or rewrites give them canonical ones.

import { canonicalTables, tables } from 'virtual:routing/path-tables'
import { createLocalizedPaths } from '#fairlead/navigation/routing-table/match/localized-paths.ts'

export const paths = tables && createLocalizedPaths(tables)
export const canonicalPaths = canonicalTables && createLocalizedPaths(canonicalTables)
