import { type Convention, addressOf, isAbove, matchRoute, urlSegments } from './addresses.ts'
import { type ApplicationModule, type NextApplication, filesOf, hasAddress } from './read-application.ts'
import type { Known } from './report.ts'

export type Page = ApplicationModule & { readonly convention: Convention }

/** A page or a server route, with the files that it needs, in the order in which they move. */
export type Step = {
  readonly page: Page
  readonly name: string
  readonly files: ReadonlySet<string>
  /** Its files that no earlier step moves. */
  readonly own: readonly string[]
}

const isPage = (module: ApplicationModule): module is Page =>
  module.convention !== undefined && hasAddress(module.convention)

/** True if the params of a page match the address of another one too, which then has to move first. */
function hides(page: Page, other: Page): boolean {
  const [own, others] = [page, other].map(({ convention }) => urlSegments(convention.segments)) as [string[], string[]]
  const hasParams = own.some((segment) => segment.startsWith('$'))
  return hasParams && (own.at(-1) === '$' || others.at(-1) !== '$') && matchRoute(others, [own]) !== undefined
}

/**
 * Orders pages so that each step moves few files: a file that several pages share moves with the first of them. Server
 * routes that move as many files come after pages, and a page comes after all others whose addresses its params match.
 */
export function stepsOf(application: NextApplication): Step[] {
  const rest = new Map(
    [...application.modules.values()].filter(isPage).map((page) => [page, filesOf(application, page.path)]),
  )
  const users = new Map<string, Page[]>()
  for (const [page, files] of rest) for (const file of files) users.set(file, [...(users.get(file) ?? []), page])
  const missing = new Map([...rest].map(([page, files]) => [page, files.size]))
  const hidden = new Map(
    [...rest.keys()].map((page) => [page, [...rest.keys()].filter((other) => other !== page && hides(page, other))]),
  )
  const moved = new Set<string>()
  const names = new Set<string>()
  const steps: Step[] = []
  while (rest.size > 0) {
    const [page] = [...rest.keys()].reduce(
      ([best, least], each): [Page | undefined, number] => {
        const isEarly = hidden.get(each)?.some((other) => rest.has(other))
        const count =
          (missing.get(each) ?? 0) +
          (each.convention.name === 'page' ? 0 : 0.5) +
          (isEarly ? application.files.length : 0)
        return best === undefined || count < least ? [each, count] : [best, least]
      },
      [undefined, 0] as [Page | undefined, number],
    )
    if (!page) break
    const files = rest.get(page) ?? new Set()
    rest.delete(page)
    const own = [...files].filter((file) => !moved.has(file))
    for (const file of own) {
      moved.add(file)
      for (const user of users.get(file) ?? []) missing.set(user, (missing.get(user) ?? 0) - 1)
    }
    const address = addressOf(page.convention).slice(1)
    const plain = address.replaceAll(/[^\w$.-]+/g, '-') || 'index'
    let name = plain
    for (let count = 2; names.has(name); count += 1) name = `${plain}-${count}`
    names.add(name)
    steps.push({ page, name, files, own })
  }
  return steps
}

/** Returns the segment above a route. Server routes, and pages beside `[locale]`, have no language in their URLs. */
export function localeSegmentOf(
  { convention }: Page,
  { modules }: NextApplication,
  localeSegment: Known['localeSegment'],
): Known['localeSegment'] {
  const hasFolder = [...modules.values()].some((each) => each.convention?.localeParam !== undefined)
  const hasLanguage = hasFolder ? convention.localeParam !== undefined : convention.name === 'page'
  return hasLanguage ? localeSegment : ''
}

/** Returns the file of the new route. A group with a layout becomes a route without a path, `_group`. */
export function routeFileOf(
  { convention: { segments, name } }: Page,
  { modules }: NextApplication,
  localeSegment: string,
): string {
  const all = [...modules.values()].flatMap(({ convention }) => (convention ? [convention] : []))
  const hasLayout = (folder: readonly string[]) =>
    all.some((other) => other.name === 'layout' && other.slot === undefined && other.segments.join() === folder.join())
  const named = segments.map((segment, index) =>
    segment.startsWith('(') && hasLayout(segments.slice(0, index + 1)) ? `_${segment.slice(1, -1)}` : segment,
  )
  const last = segments.at(-1)
  const hasBelow =
    hasLayout(segments) ||
    all.some((other) => other.segments.length > segments.length && isAbove(segments, other.segments))
  const isIndex = urlSegments(segments).length === 0 || last?.startsWith('(') === true || (hasBelow && last !== '$')
  const path = [`app/routes${localeSegment}`, ...named, ...(isIndex ? ['index'] : [])].join('/')
  return `${path}.${name === 'page' ? 'tsx' : 'ts'}`
}
