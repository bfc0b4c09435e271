import { type Convention, type Segment, urlSegments } from '#app/from-next/conventions.ts'
import { collisionOf, type PortPlan } from '#app/from-next/carried-modules.ts'
import type { ApplicationModule, NextApplication } from '#app/from-next/read-application.ts'

export type Placed = ApplicationModule & { readonly convention: Convention }

/** A parallel slot of a layout. */
export type SlotNode = {
  /** Its pages, each with the folder of its URL. */
  readonly pages: { readonly node: RouteNode; readonly module: Placed }[]
  /** Its `default`, and files that have no counterpart in a slot, by their convention. */
  readonly files: Map<string, Placed>
}

/** A folder of routes, with the modules of its conventions. */
export type RouteNode = {
  readonly segments: readonly Segment[]
  readonly files: Map<string, Placed>
  /** Pages that open over others and lead here. */
  readonly intercepting: Placed[]
  /** Slots of its layout, and pages of slots at its URL. */
  readonly slots: Map<string, SlotNode>
  readonly slotPages: Placed[]
}

/** Conventions that become files or options of routes. */
const ROUTED = new Set(['page', 'layout', 'route', 'api', 'loading', 'error', 'not-found', 'default'])

/** The folder of all pages, if the root layout can run here. */
const SITE = '_site'

/** Returns a function for the segments of a folder: a group with a layout is a route without a path, `_group`. */
function routeSegments({ modules }: NextApplication, { layouts }: PortPlan): (convention: Convention) => Segment[] {
  const withLayout = new Set(
    [...modules.values()].flatMap(({ convention }) =>
      convention?.name === 'layout' && convention.slot === undefined ? [convention.segments.join('/')] : [],
    ),
  )
  return ({ segments, router, name }) => {
    const named = segments.map((segment, index) =>
      segment.startsWith('(') && withLayout.has(segments.slice(0, index + 1).join('/'))
        ? `_${segment.slice(1, -1)}`
        : segment,
    )
    return layouts.has('') && router === 'app' && name !== 'route' ? [SITE, ...named] : named
  }
}

/**
 * Leaves one page for each address, that below `[locale]` first: a build has no place for two. Next.js takes them where a
 * page beside `[locale]` leads to it, or where both routers have one.
 */
function dropDoubles(nodes: ReadonlyMap<string, RouteNode>): void {
  const holders = new Map<string, RouteNode>()
  const isLocalized = ({ files }: RouteNode) => files.get('page')?.convention.isLocalized === true
  for (const node of nodes.values()) {
    if (!node.files.has('page')) continue
    const address = urlSegments(node.segments)
      .map((segment) => (segment.startsWith('$') && segment !== '$' ? '$x' : segment))
      .join('/')
    const other = holders.get(address)
    const loser = other && isLocalized(node) && !isLocalized(other) ? other : other && node
    if (loser !== node) holders.set(address, node)
    loser?.files.delete('page')
  }
}

/** Returns the folders of routes, by their path. */
export function routeNodes(
  application: NextApplication,
  plan: PortPlan,
  taken: ReadonlyMap<string, string>,
): Map<string, RouteNode> {
  const nodes = new Map<string, RouteNode>()
  const nodeAt = (segments: readonly Segment[]): RouteNode => {
    const key = segments.join('/')
    const node = nodes.get(key) ?? { segments, files: new Map(), intercepting: [], slots: new Map(), slotPages: [] }
    nodes.set(key, node)
    return node
  }
  const intercepting: Placed[] = []
  const inSlots: Placed[] = []
  const segmentsOf = routeSegments(application, plan)
  for (const module of application.modules.values()) {
    const { convention: place } = module
    if (!place || !ROUTED.has(place.name) || collisionOf({ ...place, name: 'page' }, taken) !== undefined) continue
    const convention = { ...place, segments: segmentsOf(place) }
    const placed = { ...module, convention }
    if (convention.interceptsIn) intercepting.push(placed)
    else if (convention.slot !== undefined) inSlots.push(placed)
    else {
      const { files } = nodeAt(convention.segments)
      // A page beside [locale] leads to it, which the server does here.
      if (convention.isLocalized || !files.has(convention.name)) files.set(convention.name, placed)
    }
  }
  dropDoubles(nodes)
  for (const module of inSlots) {
    const { name, slot = '', slotIn = [], segments } = module.convention
    const folder = segmentsOf({ ...module.convention, segments: slotIn })
    const layout = folder.length > 0 ? nodes.get(folder.join('/')) : undefined
    if (!layout?.files.has('layout')) continue
    const found: SlotNode = layout.slots.get(slot) ?? { pages: [], files: new Map() }
    layout.slots.set(slot, found)
    if (name === 'page') {
      const node = nodeAt(segments)
      node.slotPages.push(module)
      found.pages.push({ node, module })
    } else if (!found.files.has(name)) found.files.set(name, module)
  }
  for (const module of intercepting.filter(({ convention }) => convention.name === 'page')) {
    const target = urlSegments(module.convention.segments).join('/')
    for (const { segments, files, intercepting: list } of nodes.values()) {
      if (files.has('page') && urlSegments(segments).join('/') === target) list.push(module)
    }
  }
  return nodes
}

/** Returns the nearest module of a convention at a folder or above it, below the root. */
export function nearest(
  nodes: ReadonlyMap<string, RouteNode>,
  segments: readonly Segment[],
  name: string,
): Placed | undefined {
  for (let length = segments.length; length > 0; length -= 1) {
    const found = nodes.get(segments.slice(0, length).join('/'))?.files.get(name)
    if (found) return found
  }
  return undefined
}
