import type { SentryEvent, SentryException, SentryFrame } from '#app/error-reports/envelope/validate-items.ts'
import { type PageBudget, takeWithin } from '#app/report-desk/page-budget.ts'
import type { SourceMapper, SourcePlace } from '#app/report-desk/source-maps.server.ts'

/** Limits on the entries and characters of an event that its page shows. */
const MAX = { frames: 100, exceptions: 10, breadcrumbs: 100, text: 4_000, name: 300, params: 30 } as const

/** Bytes of an element on the page and in its data, without its texts. */
const ELEMENT_BYTES = { exception: 400, frame: 500, line: 150, breadcrumb: 400, param: 50 } as const

/** A stack frame. `around` are the source lines around it, where there is a source map. */
export type FrameView = {
  name: string
  location: string
  line: number | null
  inApp: boolean
  around: SourcePlace['around']
}

/** An exception with its frames, innermost first. */
export type ExceptionView = { type: string; value: string; frames: FrameView[] }

/** An event before the report. `at` is in milliseconds since 1970. */
export type Breadcrumb = { at: number | null; category: string; level: string; message: string }

type UnknownRecord = Readonly<Record<string, unknown>>

function asRecord(value: unknown): UnknownRecord {
  return typeof value === 'object' && value !== null ? (value as UnknownRecord) : {}
}

/** Returns strings unchanged and anything else as JSON. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Returns false for frames of packages and of Node itself. */
function isInApp(frame: SentryFrame, file: string): boolean {
  return frame.in_app !== false && !/node_modules|^node:|^\[native|^<anonymous>$|^$/.test(file)
}

/**
 * Creates the view of a frame.
 *
 * @param calledAs the function's name in the source of its caller; the build may have renamed it
 */
function toFrameView(
  frame: SentryFrame,
  place: SourcePlace | undefined,
  calledAs: string | undefined,
  budget: PageBudget,
): FrameView {
  const file = place?.file ?? frame.filename ?? ''
  const [line, column] = place ? [place.line, place.column] : [frame.lineno ?? null, frame.colno ?? null]
  const inApp = isInApp(frame, file)
  const name = budget.text(file, MAX.name, 2)
  return {
    // Counted twice: in-app frames are also among all frames.
    name: budget.text(calledAs ?? frame.function ?? '?', MAX.name, 2),
    location: [name === '' ? '?' : name, line, column].filter((part) => part !== null).join(':'),
    line,
    inApp,
    around: takeWithin(budget, inApp ? (place?.around ?? []) : [], ELEMENT_BYTES.line, (around) => ({
      ...around,
      text: budget.text(around.text, MAX.name),
    })),
  }
}

function toExceptionView(
  { type, value, stacktrace }: SentryException,
  mapSource: SourceMapper,
  budget: PageBudget,
): ExceptionView {
  const frames = (stacktrace?.frames ?? []).toReversed().slice(0, MAX.frames)
  const places = frames.map(mapSource)
  return {
    type: budget.text(toText(type), MAX.name),
    value: budget.text(toText(value), MAX.text),
    frames: takeWithin(budget, [...frames.entries()], ELEMENT_BYTES.frame, ([index, frame]) =>
      toFrameView(frame, places[index], places[index + 1]?.name, budget),
    ),
  }
}

/** Returns the exceptions of an event with source-mapped frames: first the thrown one, then its causes. */
export function viewExceptions(event: SentryEvent, mapSource: SourceMapper, budget: PageBudget): ExceptionView[] {
  const values = (event.exception?.values ?? []).toReversed().slice(0, MAX.exceptions)
  return takeWithin(budget, values, ELEMENT_BYTES.exception, (exception) =>
    toExceptionView(exception, mapSource, budget),
  )
}

function toMilliseconds(timestamp: unknown): number | null {
  const at = typeof timestamp === 'number' ? timestamp * 1_000 : Date.parse(toText(timestamp))
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : null
}

/** Returns the text of a breadcrumb. The SDK sends requests and navigations without a message. */
function breadcrumbText(crumb: UnknownRecord): string {
  const data = asRecord(crumb.data)
  if (typeof crumb.message === 'string') return toText(crumb.message)
  if (data.from !== undefined || data.to !== undefined) return `${toText(data.from)} → ${toText(data.to)}`
  if (data.url !== undefined) return [data.method, data.url, data.status_code].map(toText).filter(Boolean).join(' ')
  return toText(crumb.data)
}

/** Returns the latest breadcrumbs of an event, in order. */
export function viewBreadcrumbs(event: SentryEvent, budget: PageBudget): Breadcrumb[] {
  const given = (event as UnknownRecord).breadcrumbs
  const list = Array.isArray(given) ? given : asRecord(given).values
  if (!Array.isArray(list)) return []
  const latest = list.slice(-MAX.breadcrumbs).toReversed()
  return takeWithin(budget, latest, ELEMENT_BYTES.breadcrumb, (entry) => {
    const crumb = asRecord(entry)
    return {
      at: toMilliseconds(crumb.timestamp),
      category: budget.text(toText(crumb.category ?? crumb.type), 60),
      level: budget.text(toText(crumb.level), 20),
      message: budget.text(breadcrumbText(crumb), MAX.text),
    }
  }).toReversed()
}

/** Returns the request of an event, where it has one, and the params of its route. */
export function viewRequest(
  event: SentryEvent,
  budget: PageBudget,
): { method: string; url: string; params: [name: string, value: string][] } {
  const request = asRecord(event.request)
  const params = Object.entries(asRecord(asRecord(event.contexts).params)).slice(0, MAX.params)
  return {
    method: budget.text(toText(request.method), 20),
    url: budget.text(toText(request.url), 500),
    params: takeWithin(budget, params, ELEMENT_BYTES.param, ([name, value]) => [
      budget.text(name, 60),
      budget.text(toText(value), MAX.name),
    ]),
  }
}

/** Returns the directive, blocked URL and source of a CSP violation; empty texts for other events. */
export function viewCspViolation(
  event: SentryEvent,
  budget: PageBudget,
): { directive: string; blocked: string; source: string } {
  const { directive, blocked, source, line } = asRecord(asRecord(event.contexts).csp)
  return {
    directive: budget.text(toText(directive), 60),
    blocked: budget.text(toText(blocked), 300),
    source: budget.text([source, line].map(toText).filter(Boolean).join(':'), 320),
  }
}
