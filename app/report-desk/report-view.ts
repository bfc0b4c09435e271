import type { SentryEvent, SentryException, SentryFrame } from '#app/error-reports/envelope/validate-items.ts'
import type { SourceMapper, SourcePlace } from '#app/error-reports/source-maps.server.ts'

/** How much of an event is shown; all of it is in the raw event. */
const SHOWN = { frames: 100, exceptions: 10, breadcrumbs: 100, text: 4_000 } as const

/** A line of a stack, innermost first. `around` are lines of the source, where there is a map. */
export type Frame = { name: string; place: string; line: number | null; own: boolean; around: SourcePlace['around'] }

/** An error with its stack. The first is what was thrown, the others are what caused it. */
export type Thrown = { type: string; value: string; frames: Frame[] }

/** What happened before. `at` is in milliseconds since 1970. */
export type Breadcrumb = { at: number | null; category: string; level: string; message: string }

type Bag = Readonly<Record<string, unknown>>

function bag(value: unknown): Bag {
  return typeof value === 'object' && value !== null ? (value as Bag) : {}
}

function text(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.slice(0, SHOWN.text)
  return (JSON.stringify(value) ?? '').slice(0, SHOWN.text)
}

/** A frame is ours when it is neither a package's nor Node's own. */
function isOwn(frame: SentryFrame, file: string): boolean {
  return frame.in_app !== false && !/node_modules|^node:|^\[native|^<anonymous>$|^$/.test(file)
}

/**
 * A line of the stack.
 *
 * @param called what the source calls it where it is called: the build gave it another name
 */
function frameOf(frame: SentryFrame, place: SourcePlace | undefined, called: string | undefined): Frame {
  const file = place?.file ?? frame.filename ?? ''
  const [line, column] = place ? [place.line, place.column] : [frame.lineno ?? null, frame.colno ?? null]
  return {
    name: called ?? frame.function ?? '?',
    place: [file === '' ? '?' : file, line, column].filter((part) => part !== null).join(':'),
    line,
    own: isOwn(frame, file),
    around: place?.around ?? [],
  }
}

function thrownOf({ type, value, stacktrace }: SentryException, mapSource: SourceMapper): Thrown {
  const frames = (stacktrace?.frames ?? []).toReversed().slice(0, SHOWN.frames)
  const places = frames.map(mapSource)
  return {
    type: text(type),
    value: text(value),
    frames: frames.map((frame, index) => frameOf(frame, places[index], places[index + 1]?.name)),
  }
}

/** The errors of an event with their stacks in the source, what was thrown first. */
export function stacksOf(event: SentryEvent, mapSource: SourceMapper): Thrown[] {
  const values = (event.exception?.values ?? []).toReversed().slice(0, SHOWN.exceptions)
  return values.map((exception) => thrownOf(exception, mapSource))
}

function timeOf(timestamp: unknown): number | null {
  const at = typeof timestamp === 'number' ? timestamp * 1_000 : Date.parse(text(timestamp))
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : null
}

/** A breadcrumb in words: the SDK has no message for clicks that are not its own, requests and navigations. */
function wordsOf(crumb: Bag): string {
  const data = bag(crumb.data)
  if (typeof crumb.message === 'string') return text(crumb.message)
  if (data.from !== undefined || data.to !== undefined) return `${text(data.from)} → ${text(data.to)}`
  if (data.url !== undefined) return [data.method, data.url, data.status_code].map(text).filter(Boolean).join(' ')
  return text(crumb.data)
}

/** What happened before an event, in order. */
export function breadcrumbsOf(event: SentryEvent): Breadcrumb[] {
  const given = (event as Bag).breadcrumbs
  const list = Array.isArray(given) ? given : bag(given).values
  if (!Array.isArray(list)) return []
  return list.slice(-SHOWN.breadcrumbs).map((entry) => {
    const crumb = bag(entry)
    return {
      at: timeOf(crumb.timestamp),
      category: text(crumb.category ?? crumb.type).slice(0, 60),
      level: text(crumb.level).slice(0, 20),
      message: wordsOf(crumb),
    }
  })
}

/** What was asked for: method and path, where the event says it, and the params of the route. */
export function requestOf(event: SentryEvent): { method: string; url: string; params: Record<string, string> } {
  const request = bag(event.request)
  const params = Object.entries(bag(bag(event.contexts).params)).slice(0, 30)
  return {
    method: text(request.method).slice(0, 20),
    url: text(request.url).slice(0, 500),
    params: Object.fromEntries(params.map(([name, value]) => [name.slice(0, 60), text(value).slice(0, 300)])),
  }
}

/** What the policy stopped, where the event is about that: the directive, the address, and the place in our files. */
export function policyOf(event: SentryEvent): { directive: string; blocked: string; source: string } {
  const { directive, blocked, source, line } = bag(bag(event.contexts).csp)
  return {
    directive: text(directive).slice(0, 60),
    blocked: text(blocked).slice(0, 300),
    source: [source, line].map(text).filter(Boolean).join(':').slice(0, 320),
  }
}
