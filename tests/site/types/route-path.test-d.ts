import type { Page } from '#fairlead/navigation/routing-table/parse/route-path.ts'

// @ts-expect-error no such page
export const nowhere: Page = '/no-such-page'
