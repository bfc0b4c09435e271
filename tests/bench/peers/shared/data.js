// The data of the pages. Only the server reads it, and takes as long as a database would.

/** Time that the server takes for one item, in milliseconds. */
const ITEM_MS = 200

const WORDS = ['anchor', 'buoy', 'channel', 'draught', 'ebb', 'fathom', 'gale', 'harbour', 'island', 'jetty', 'keel']

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const sentence = (seed, length) =>
  Array.from({ length }, (_, at) => WORDS[(seed * 7 + at * 3) % WORDS.length]).join(' ')

const itemOf = (id) => ({ id: String(id), title: `Item ${id}`, text: sentence(Number(id), 12) })

/** A list is read anew for each request, as the stamp shows: no page with one can be made in advance. */
export async function readList(count) {
  const items = Array.from({ length: count }, (_, index) => itemOf(index + 1))
  return { stamp: crypto.randomUUID(), items }
}

/** One item, slowly. */
export async function readItem(id) {
  await wait(ITEM_MS)
  return { ...itemOf(id), text: sentence(Number(id), 60), stamp: crypto.randomUUID() }
}

/** One photo, at once. */
export async function readPhoto(id) {
  return { id: String(id), title: `Photo ${id}`, text: sentence(Number(id), 24) }
}

/** What a number of links or photos in an address may be. */
export const countOf = (text) => Math.min(1_000, Math.max(1, Number.parseInt(text, 10) || 1))
