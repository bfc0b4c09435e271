export type { Problem } from '#app/monitoring/store/problems.server.ts'

/** Tabs are counted up to here: who wants to know more exactly wants to know how many reports there are. */
export const TABS_MOST = 1_000
