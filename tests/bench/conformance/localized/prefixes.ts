import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import { pathnames, tables } from '#tests/bench/conformance/localized/tables.ts'

export default defineRouting({ ...tables['prefixes'], pathnames })
