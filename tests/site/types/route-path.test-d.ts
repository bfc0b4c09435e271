import type { Target } from '#app/navigation/routing-table/parse/route-path.ts'

// @ts-expect-error no such page
export const nowhere: Target = '/no-such-page'
