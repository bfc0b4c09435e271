import { PLACES } from '#app/lab/error-cases.ts'

/** In everything that the application throws on the server and that is no answer: it must appear nowhere but in the log. */
export const SECRET = 'sounding-lead-4711'

type Place = Exclude<(typeof PLACES)[number], 'suspense-query'>

/** Outcome of a failure: the status, the digest on the page and in the header, and the stored report. */
export type Outcome = {
  status: number
  /** Content of the document before a script runs. */
  page: 'digest' | 'message' | 'not-found' | 'waiting' | 'none'
  /** One line in the log, one report, and the header `x-digest` as long as headers can be sent. */
  recorded: boolean
  header: boolean
}

const failure: Outcome = { status: 500, page: 'digest', recorded: true, header: true }
const missing: Outcome = { status: 404, page: 'not-found', recorded: false, header: false }
const moved: Outcome = { status: 307, page: 'none', recorded: false, header: false }
const late: Outcome = { status: 200, page: 'waiting', recorded: true, header: false }
const lateAnswer: Outcome = { ...late, recorded: false }

const EXPECTED = [401, 403, 404, 409, 422, 429]

function people(outcome: (status: number) => Outcome): [kind: string, outcome: Outcome][] {
  return EXPECTED.map((status) => [String(status), outcome(status)])
}

const early = people((status) => ({ status, page: 'message', recorded: false, header: false }))

/** Failures before the first byte is sent. */
const beforeHeaders: [kind: string, outcome: Outcome][] = [
  ['error', failure],
  ['string', failure],
  ['undefined', failure],
  ['object', failure],
  ['response', failure],
  ['redirect', moved],
  ['not-found', missing],
  ...early,
]

/** Failures after the document has begun, whose status cannot change. */
const afterHeaders: [kind: string, outcome: Outcome][] = [
  ['error', late],
  ['string', late],
  ['undefined', late],
  ['object', late],
  ['response', late],
  ['not-found', lateAnswer],
  ...people(() => lateAnswer),
]

const ROWS: Record<Place, [kind: string, outcome: Outcome][]> = {
  'before-load': beforeHeaders,
  loader: beforeHeaders,
  'server-function': beforeHeaders,
  // A redirect in the middle of a page is followed in the browser.
  deferred: [...afterHeaders, ['redirect', lateAnswer]],
  stream: [...afterHeaders, ['redirect', lateAnswer]],
  query: [...afterHeaders, ['redirect', lateAnswer]],
  // A response is what a server route answers with, thrown or not.
  'server-route': [
    ...beforeHeaders.filter(([kind]) => kind !== 'response'),
    ['response', { status: 503, page: 'none', recorded: false, header: false }],
  ],
  render: beforeHeaders,
  component: beforeHeaders,
  document: beforeHeaders,
}

/** Every failure on the server, as rows for `it.each`. */
export const MATRIX = PLACES.filter((place) => place !== 'suspense-query').flatMap((place) =>
  ROWS[place].map(([kind, outcome]) => ({ place, kind, name: `${place}-${kind}`, outcome })),
)
