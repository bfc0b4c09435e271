import {
  isRecord,
  RoutingTableError,
  type Issue,
  type ReportIssue,
} from '#app/navigation/routing-table/parse/issues.ts'
import { validateLocales, parseDomains } from '#app/navigation/routing-table/parse/parse-locales.ts'
import { parseRedirects, parseRewrites } from '#app/navigation/routing-table/parse/parse-rules.ts'
import type { Rewrites, Routing } from '#app/navigation/routing-table/routing-types.ts'

// The input types are wide on purpose: a table pasted from a Next.js config often stands in a const of its own, where
// `type: 'host'` is a string and `locale: false` a boolean. Values are checked when the table is defined.

export type ConditionInput = {
  readonly type: string
  readonly key?: string | undefined
  readonly value?: string | undefined
}

export type RewriteInput = {
  readonly source: string
  readonly destination: string
  readonly basePath?: boolean | undefined
  readonly locale?: boolean | undefined
  readonly has?: readonly ConditionInput[] | undefined
  readonly missing?: readonly ConditionInput[] | undefined
}

export type RedirectInput = RewriteInput & {
  readonly permanent?: boolean | undefined
  readonly statusCode?: number | undefined
}

export type RewritesInput =
  | readonly RewriteInput[]
  | {
      readonly beforeFiles?: readonly RewriteInput[] | undefined
      readonly afterFiles?: readonly RewriteInput[] | undefined
      readonly fallback?: readonly RewriteInput[] | undefined
    }

export type DomainInput = {
  readonly domain: string
  readonly defaultLocale: string
  readonly locales?: readonly string[] | undefined
  readonly http?: boolean | undefined
}

export type RoutingInput<L extends string> = {
  readonly locales: readonly L[]
  readonly defaultLocale: NoInfer<L>
  readonly domains?: readonly DomainInput[] | undefined
  readonly redirects?: readonly RedirectInput[] | undefined
  readonly rewrites?: RewritesInput | undefined
  /** Default: false, pages have no trailing slash. */
  readonly trailingSlash?: boolean | undefined
  /** Default: true, the first page is chosen by the visitor's languages. */
  readonly localeDetection?: boolean | undefined
}

/** The locales of a table: `LocaleOf<typeof routing>`. */
export type LocaleOf<R> = R extends Routing<infer L> ? L : never

/**
 * Defines the table of locales, redirects and rewrites, in Next.js's config grammar. Returns it resolved and frozen.
 * Throws one `RoutingTableError` that lists every fault with its place.
 */
export function defineRouting<const L extends string>(input: RoutingInput<L>): Routing<L> {
  const faults: Issue[] = []
  const report: ReportIssue = (place, message) => void faults.push({ place, message })

  validateLocales(input.locales, input.defaultLocale, report)
  const routing: Routing<L> = {
    locales: [...input.locales],
    defaultLocale: input.defaultLocale,
    domains: parseDomains(input.domains, input.locales, report),
    trailingSlash: input.trailingSlash ?? false,
    localeDetection: input.localeDetection ?? true,
    redirects: parseRedirects(input.redirects, 'redirects', report),
    rewrites: readPhases(input.rewrites, report),
  }
  if (faults.length > 0) throw new RoutingTableError(faults)
  return deepFreeze(routing)
}

/** A plain array of rewrites stands for `afterFiles`. */
function readPhases(input: unknown, report: ReportIssue): Rewrites {
  if (!isRecord(input)) return { beforeFiles: [], afterFiles: parseRewrites(input, 'rewrites', report), fallback: [] }
  for (const phase of Object.keys(input)) {
    if (!['beforeFiles', 'afterFiles', 'fallback'].includes(phase))
      report(`rewrites.${phase}`, 'is not a phase of rewrites')
  }
  return {
    beforeFiles: parseRewrites(input['beforeFiles'], 'rewrites.beforeFiles', report),
    afterFiles: parseRewrites(input['afterFiles'], 'rewrites.afterFiles', report),
    fallback: parseRewrites(input['fallback'], 'rewrites.fallback', report),
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}
