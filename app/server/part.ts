import type { SitemapPage } from '#app/navigation/locale/sitemap.ts'
import type { Middleware } from '#app/server/pipeline.ts'
import type { RouteMatcher } from '#app/server/request-context.server.ts'

/**
 * The facts about a removable part that commands and the host read: the default export of `app/<part>/part.ts`. It is
 * found by its path, so that no file outside the part names it.
 */
export type Part = {
  /** Paths, without a language, that are only for visitors with a session: `npm run routes` and `robots.txt` name them. */
  readonly guarded?: readonly string[]
  /** The path of the page that the operator token opens. Without such a page there is no token. */
  readonly operatorPage?: string
  /** Commands by their names, `npm run <name>`: each returns its exit code. */
  readonly commands?: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<number>>>>
}

/** The server's half of a removable part: the default export of `app/<part>/part.server.ts`. */
export type ServerPart = {
  /** Returns pages for the sitemap, without a language, beside those of the routes without params. */
  readonly sitemapPaths?: () => readonly SitemapPage[] | Promise<readonly SitemapPage[]>
  /** Returns true for a normalized path that is only for visitors with a session. */
  readonly isGuarded?: (routes: RouteMatcher, pathname: string) => boolean
  /** See `Part`. */
  readonly guarded?: readonly string[]
  /** The cookie of visitors with a session: pages are rendered for them, and it is not passed on to other servers. */
  readonly sessionCookie?: string
  /** Guards pages: a middleware of the stage `guards`. */
  readonly guard?: Middleware
}

/** Returns one middleware that passes a request through several in order. */
export function chain(middleware: readonly Middleware[]): Middleware {
  return (context, next) => {
    const enter = (index: number, current: typeof context): ReturnType<Middleware> =>
      middleware[index]?.(current, (replaced = current) => enter(index + 1, replaced)) ?? next(current)
    return enter(0, context)
  }
}
