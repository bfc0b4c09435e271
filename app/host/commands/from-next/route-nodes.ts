import type { Convention, Segment } from '#app/host/commands/from-next/conventions.ts'
import { urlSegments } from '#app/host/commands/from-next/conventions.ts'
import { collisionOf } from '#app/host/commands/from-next/find-all.ts'
import type { ApplicationModule, NextApplication } from '#app/host/commands/from-next/read-application.ts'

type Placed = ApplicationModule & { readonly convention: Convention }

/** A folder of routes, with the modules of its conventions. */
export type RouteNode = {
  readonly segments: readonly Segment[]
  readonly files: Map<string, Placed>
  /** Pages that open over others and lead here. */
  readonly intercepting: Placed[]
}

/** Conventions that become files or options of routes. */
const ROUTED = new Set(['page', 'layout', 'route', 'api', 'loading', 'error', 'not-found'])

/** Returns the folders of routes, by their path. */
export function routeNodes(application: NextApplication, taken: ReadonlyMap<string, string>): Map<string, RouteNode> {
  const nodes = new Map<string, RouteNode>()
  const nodeAt = (segments: readonly Segment[]): RouteNode => {
    const key = segments.join('/')
    const node = nodes.get(key) ?? { segments, files: new Map<string, Placed>(), intercepting: [] }
    nodes.set(key, node)
    return node
  }
  const intercepting: Placed[] = []
  for (const module of application.modules.values()) {
    const { convention } = module
    if (!convention || !ROUTED.has(convention.name) || collisionOf(convention, taken) !== undefined) continue
    const placed = { ...module, convention }
    if (convention.interceptsIn) intercepting.push(placed)
    else if (convention.slot === undefined) {
      const { files } = nodeAt(convention.segments)
      // A page beside [locale] leads to it, which the server does here.
      if (convention.isLocalized || !files.has(convention.name)) files.set(convention.name, placed)
    }
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
