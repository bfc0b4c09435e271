/** Tabs are counted up to here: who wants to know more exactly wants to know how many reports there are. */
export const MAX_COUNTED_TABS = 1_000
