import type { SentryEvent, SentryException, SentryFrame } from '#app/error-reports/envelope/validate-items.ts'
import { type PageBudget, takeWithin } from '#app/report-desk/page-budget.ts'
import type { SourceMapper, SourcePlace } from '#app/error-reports/source-maps.server.ts'

/** How much of an event is shown; all of it is in the raw event. */
const SHOWN = { frames: 100, exceptions: 10, breadcrumbs: 100, text: 4_000, name: 300, params: 30 } as const

/** Bytes that an element takes on a page and in its data, without its texts. */
const ELEMENT = { exception: 400, frame: 500, line: 150, breadcrumb: 400, param: 50 } as const

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

/** Text as it is, anything else as JSON. */
function text(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
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
function frameOf(
  frame: SentryFrame,
  place: SourcePlace | undefined,
  called: string | undefined,
  budget: PageBudget,
): Frame {
  const file = place?.file ?? frame.filename ?? ''
  const [line, column] = place ? [place.line, place.column] : [frame.lineno ?? null, frame.colno ?? null]
  const own = isOwn(frame, file)
  const name = budget.text(file, SHOWN.name, 2)
  return {
    // Our own frames are there twice: by themselves and among all of them.
    name: budget.text(called ?? frame.function ?? '?', SHOWN.name, 2),
    place: [name === '' ? '?' : name, line, column].filter((part) => part !== null).join(':'),
    line,
    own,
    around: takeWithin(budget, own ? (place?.around ?? []) : [], ELEMENT.line, (around) => ({
      ...around,
      text: budget.text(around.text, SHOWN.name),
    })),
  }
}

function thrownOf({ type, value, stacktrace }: SentryException, mapSource: SourceMapper, budget: PageBudget): Thrown {
  const frames = (stacktrace?.frames ?? []).toReversed().slice(0, SHOWN.frames)
  const places = frames.map(mapSource)
  return {
    type: budget.text(text(type), SHOWN.name),
    value: budget.text(text(value), SHOWN.text),
    frames: takeWithin(budget, [...frames.entries()], ELEMENT.frame, ([index, frame]) =>
      frameOf(frame, places[index], places[index + 1]?.name, budget),
    ),
  }
}

/** The errors of an event with their stacks in the source, what was thrown first. */
export function stacksOf(event: SentryEvent, mapSource: SourceMapper, budget: PageBudget): Thrown[] {
  const values = (event.exception?.values ?? []).toReversed().slice(0, SHOWN.exceptions)
  return takeWithin(budget, values, ELEMENT.exception, (exception) => thrownOf(exception, mapSource, budget))
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
export function breadcrumbsOf(event: SentryEvent, budget: PageBudget): Breadcrumb[] {
  const given = (event as Bag).breadcrumbs
  const list = Array.isArray(given) ? given : bag(given).values
  if (!Array.isArray(list)) return []
  const latest = list.slice(-SHOWN.breadcrumbs).toReversed()
  return takeWithin(budget, latest, ELEMENT.breadcrumb, (entry) => {
    const crumb = bag(entry)
    return {
      at: timeOf(crumb.timestamp),
      category: budget.text(text(crumb.category ?? crumb.type), 60),
      level: budget.text(text(crumb.level), 20),
      message: budget.text(wordsOf(crumb), SHOWN.text),
    }
  }).toReversed()
}

/** What was asked for: method and path, where the event says it, and the params of the route. */
export function requestOf(
  event: SentryEvent,
  budget: PageBudget,
): { method: string; url: string; params: [name: string, value: string][] } {
  const request = bag(event.request)
  const params = Object.entries(bag(bag(event.contexts).params)).slice(0, SHOWN.params)
  return {
    method: budget.text(text(request.method), 20),
    url: budget.text(text(request.url), 500),
    params: takeWithin(budget, params, ELEMENT.param, ([name, value]) => [
      budget.text(name, 60),
      budget.text(text(value), SHOWN.name),
    ]),
  }
}

/** What the policy stopped, where the event is about that: the directive, the address, and the place in our files. */
export function policyOf(
  event: SentryEvent,
  budget: PageBudget,
): { directive: string; blocked: string; source: string } {
  const { directive, blocked, source, line } = bag(bag(event.contexts).csp)
  return {
    directive: budget.text(text(directive), 60),
    blocked: budget.text(text(blocked), 300),
    source: budget.text([source, line].map(text).filter(Boolean).join(':'), 320),
  }
}
