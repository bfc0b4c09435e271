import * as v from 'valibot'
import {
  type Envelope,
  hasSpans,
  type Item,
  parseJson,
  ENVELOPE,
} from '#fairlead/error-reports/envelope/parse-envelope.ts'

/** The item types that are stored and forwarded, each with the category by which the ingest limits its rate. */
export const CATEGORIES = {
  event: 'error',
  transaction: 'transaction',
  span: 'span',
  session: 'session',
  sessions: 'session',
  client_report: 'internal',
  feedback: 'feedback',
  user_report: 'default',
} as const

export type ItemType = keyof typeof CATEGORIES
export type Category = (typeof CATEGORIES)[ItemType]

const text = v.nullish(v.string())
const time = v.nullish(v.union([v.number(), v.string()]))
const bag = v.nullish(v.record(v.string(), v.unknown()))
const traceId = v.pipe(v.string(), v.regex(/^[\da-f]{32}$/i))

/** 32 hexadecimal digits, with or without dashes. */
const uuid = v.pipe(v.string(), v.regex(/^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i))

/** Returns the schema of a whole number from 0, because JSON may contain `1e999` and `0.5`. */
export const wholeNumber = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

const frame = v.looseObject({
  filename: text,
  function: text,
  lineno: v.nullish(v.number()),
  colno: v.nullish(v.number()),
  in_app: v.nullish(v.boolean()),
})

const exception = v.looseObject({
  type: text,
  value: text,
  stacktrace: v.nullish(v.looseObject({ frames: v.nullish(v.array(frame)) })),
})

const event = v.looseObject({
  event_id: v.optional(uuid),
  timestamp: time,
  ...v.entriesFromList(['platform', 'level', 'release', 'environment', 'transaction'], text),
  message: v.nullish(v.union([v.string(), v.looseObject({ formatted: text, message: text })])),
  logentry: v.nullish(v.looseObject({ formatted: text, message: text })),
  exception: v.nullish(v.looseObject({ values: v.nullish(v.array(exception)) })),
  fingerprint: v.nullish(v.array(v.string())),
  tags: v.nullish(v.pipe(v.record(v.string(), v.unknown()), v.maxEntries(ENVELOPE.tags))),
  contexts: bag,
  request: bag,
})

const schemas = {
  event,
  feedback: event,
  transaction: v.looseObject({
    event_id: v.optional(uuid),
    timestamp: time,
    start_timestamp: time,
    transaction: text,
    contexts: bag,
    spans: v.nullish(v.pipe(v.array(v.looseObject({})), v.maxLength(ENVELOPE.spans))),
  }),
  span: v.looseObject({
    items: v.pipe(
      v.array(v.looseObject({ trace_id: traceId, span_id: v.string(), name: text })),
      v.maxLength(ENVELOPE.spans),
    ),
  }),
  session: v.looseObject({ sid: v.string(), started: time }),
  sessions: v.looseObject({ aggregates: v.pipe(v.array(v.looseObject({})), v.maxLength(100)) }),
  client_report: v.looseObject({
    discarded_events: v.optional(
      v.array(v.looseObject({ reason: v.string(), category: v.string(), quantity: wholeNumber(1_000_000) })),
    ),
  }),
  user_report: v.looseObject({ event_id: uuid, comments: text, name: text }),
} satisfies Record<ItemType, v.GenericSchema>

/** The parts of Sentry's event format that are read. All other parts are stored unread. */
export type SentryEvent = v.InferOutput<typeof event>
export type SentryException = v.InferOutput<typeof exception>
export type SentryFrame = v.InferOutput<typeof frame>

export type KnownItem = {
  [Type in ItemType]: { type: Type; item: Item; payload: v.InferOutput<(typeof schemas)[Type]> }
}[ItemType]

/** The result of a validation. `dropped` are the unsupported types; an issue is a text for people. */
export type ValidatedEnvelope =
  | { type: 'ok'; items: readonly KnownItem[]; dropped: readonly string[] }
  | { type: 'malformed'; issue: string }
  | { type: 'too-large'; issue: string }

function isSupported(type: string): type is ItemType {
  return Object.hasOwn(CATEGORIES, type)
}

function validateItem(type: ItemType, item: Item): KnownItem | string {
  const read = parseJson(item.payload, ENVELOPE.jsonDepth)
  if (read.type === 'invalid') return read.issue
  // Valibot accepts an array as an object.
  if (Array.isArray(read.value)) return 'is an array, not an object'
  const result = v.safeParse(schemas[type], read.value, { abortEarly: true })
  if (result.success) return { type, item, payload: result.output } as KnownItem
  const [issue] = result.issues
  return `is not a valid ${type}: ${v.getDotPath(issue) ?? 'its payload'} has the wrong form`
}

/** Returns the reason why items may not be in one envelope together, if there is one. */
function findConflict(items: readonly KnownItem[]): string | undefined {
  const primary = items.filter(({ type }) => type === 'event' || type === 'transaction' || type === 'feedback')
  if (primary.length > 1) return 'more than one event, transaction or feedback'
  const [spans, ...others] = items.filter((item) => item.type === 'span')
  if (others.length > 0) return 'more than one container of spans'
  const length = spans?.payload.items.length
  const { item_count: count = length } = spans?.item.header ?? {}
  if (count !== length) return 'item_count of the spans is not their number'
  return undefined
}

/** Validates the payloads of an envelope. One invalid item makes the whole envelope malformed. Never throws. */
export function validateItems({ items }: Envelope): ValidatedEnvelope {
  const known: KnownItem[] = []
  const dropped: string[] = []
  let bytes = 0
  for (const [index, item] of items.entries()) {
    if (!hasSpans(item.type)) bytes += item.payload.length
    if (bytes > ENVELOPE.bytes) {
      return { type: 'too-large', issue: `items other than spans take more than ${ENVELOPE.bytes} bytes` }
    }
    if (!isSupported(item.type)) {
      dropped.push(item.type)
      continue
    }
    const checked = validateItem(item.type, item)
    if (typeof checked === 'string') return { type: 'malformed', issue: `item ${index + 1} ${checked}` }
    known.push(checked)
  }
  const issue = findConflict(known)
  return issue === undefined ? { type: 'ok', items: known, dropped } : { type: 'malformed', issue }
}
