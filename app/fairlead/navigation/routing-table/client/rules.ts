// `virtual:routing/rules` if rendered links, or the first URL, depend on rules.

import type { AnyRouter } from '@tanstack/react-router'
import { files, prepared } from 'virtual:routing/table'
import type { LocationMembers, RouterDelegates } from '#fairlead/navigation/router-types.ts'
import { compileClientTable } from '#fairlead/navigation/routing-table/client/client-resolver.ts'
import { installTable } from '#fairlead/navigation/routing-table/client/install-rules.ts'

const table = /* @__PURE__ */ compileClientTable(prepared)

/** Makes a router follow the rules. */
export function installRules(router: AnyRouter, delegates: RouterDelegates, withoutRules: LocationMembers): undefined {
  installTable(router, delegates, withoutRules, table, files)
}
