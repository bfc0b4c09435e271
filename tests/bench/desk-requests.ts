// Requests a page of the desk, one request after the other, and prints the milliseconds of each as JSON:
// `node desk-requests.ts <origin> <cookie> <name of the page>`. It runs as a program of its own, because the bench has filled
// the store with a million reports: its own garbage collection, 40 ms at a time, was measured as the server's.
import { CRUMBS, digestOf, EVENTS, idOf, WORDS } from '#tests/bench/desk-fill.ts'

const REQUESTS = 500

/** Requests of each page that are not measured: engines compile what is used often, and a desk runs for weeks. */
const WARM_UP = 200

/** Requests of each page. */
const TOTAL_REQUESTS = WARM_UP + REQUESTS

const word = (words: readonly string[], index: number) => words[index % words.length]
const eventAt = (index: number) => Math.floor((index * EVENTS) / TOTAL_REQUESTS)

/** The pages by their names; a path depends on the number of the request. */
export const PAGES: Record<string, (index: number) => string> = {
  list: () => '/reports',
  'list, filtered by route and release': (index) =>
    `/reports?route=/{-$locale}/page${index % 40}&release=fairlead@0.1.0%2B7`,
  'list, by count': () => '/reports?sort=count',
  'search for two words of messages': (index) => `/reports?q=${word(WORDS, index)}+${word(WORDS, index * 3)}`,
  'search for what only breadcrumbs have': (index) => `/reports?q=${word(CRUMBS, index)}`,
  'look-up of a digest': (index) => `/reports/find?id=${digestOf(eventAt(index))}`,
  report: (index) => `/reports/${idOf(1 + eventAt(index))}`,
  delivery: () => '/reports/delivery',
  vitals: () => '/reports/vitals',
}

/** Measures from the request to the end of the document. */
async function requestTimes(origin: string, cookie: string, pathOf: (index: number) => string): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < TOTAL_REQUESTS; index++) {
    const since = performance.now()
    const response = await fetch(origin + pathOf(index), { headers: { cookie } })
    await response.text()
    if (!response.ok) throw new Error(`${pathOf(index)} answered ${response.status}`)
    if (index >= WARM_UP) times.push(performance.now() - since)
  }
  return times
}

if (import.meta.main) {
  const [origin = '', cookie = '', name = ''] = process.argv.slice(2)
  const pathOf = PAGES[name]
  if (!pathOf) throw new Error(`The desk has no page "${name}": it has ${Object.keys(PAGES).join('; ')}`)
  console.log(JSON.stringify(await requestTimes(origin, cookie, pathOf)))
}
