import type { FileRoutesByPath, ResolveParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/**
 * The distance between a target and the page that it opens over, in segments of the target's path: `.` is the
 * folder of the target, `..` one further up, `../..` two, and `/` the root. The pages of that folder count,
 * and all below it.
 */
export type Level = '.' | '..' | '../..' | '/'

type RouteId = keyof FileRoutesByPath

/** A route by name, with all below it; or only its pages with certain params. */
export type NamedRoute =
  | RouteId
  | { [Id in RouteId]: { route: Id; params: Partial<ResolveParams<Id & string>> } }[RouteId]

/**
 * Declares in a route's `staticData` that a link to it opens it over the current page.
 */
export type Interception = {
  /** The pages it may open over: those within a level, or those of named routes. */
  over: Level | readonly NamedRoute[]
  /** The component for the dialog, in place of the route's own. Lazy, so that it costs nothing until it is needed. */
  component?: ComponentType
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    interception?: Interception
  }
}
