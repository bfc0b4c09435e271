import type { DatabaseLocation } from '#fairlead/database/connect.server.ts'
import type { MigrationSet } from '#fairlead/database/migration.ts'
import type { SitemapPage } from '#fairlead/navigation/locale/sitemap.ts'
import type { Env } from '#fairlead/platform/env.server.ts'
import type { Middleware } from '#fairlead/server/middleware.ts'

/**
 * A part of an application, such as the report desk. `app/parts.ts` lists what commands and builds read of it, and imports
 * nothing of the server; `createServer({ parts })` gets what requests need.
 */
export type Part = {
  /** Paths, without a language, that are with all below them only for visitors with a session: `robots.txt` names them. */
  readonly guarded?: readonly string[]
  /** The path of the page that the operator token opens. Without such a page there is no token. */
  readonly operatorPage?: string
  /** True if it shows the reports of errors, which are stored then. */
  readonly storesReports?: boolean
  /** A folder of its messages: in it a folder for each language, with a file for each namespace. */
  readonly messages?: string
  /** Returns the modules of its server functions, as absolute paths, to a build. A bundle knows no paths of the sources. */
  readonly serverFunctions?: () => readonly string[]
  /** Commands by their names: each returns its exit code. */
  readonly commands?: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<number>>>>
  /** Databases besides the application's, for `npm run migrate` and `npm run backup`. */
  readonly databases?: (env: Env) => Promise<readonly { location: DatabaseLocation; sets: readonly MigrationSet[] }[]>
  /** Returns pages for the sitemap, without a language, in addition to the routes without params. */
  readonly sitemapPaths?: () => readonly SitemapPage[] | Promise<readonly SitemapPage[]>
  /** Returns `/robots.txt`. Default: the server's. */
  readonly robots?: () => string | Promise<string>
  /** The cookie of visitors with a session. They get no cached page, and no other origin gets the cookie. */
  readonly sessionCookie?: string
  /** Returns the lengths of its queues by their names, for `/metrics`. */
  readonly queueLengths?: () => Promise<Readonly<Record<string, number>>>
  /** Guards pages: the middleware of this part in the stage `guards`. */
  readonly guard?: Middleware
}
