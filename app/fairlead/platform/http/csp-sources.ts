import type { AnyRoute } from '@tanstack/react-router'

/**
 * The directives of the kinds of sources. A script with the nonce of a document needs no source, nor do the scripts
 * that it loads: `scripts` are for cached documents.
 */
export const CSP_DIRECTIVES = {
  images: 'img-src',
  fetch: 'connect-src',
  frames: 'frame-src',
  media: 'media-src',
  fonts: 'font-src',
  styles: 'style-src',
  forms: 'form-action',
  workers: 'worker-src',
  scripts: 'script-src',
} as const

/** Origins that pages may use besides their own: `{ images: ['https://charts.example'] }`. */
export type CspSources = { readonly [Kind in keyof typeof CSP_DIRECTIVES]?: readonly string[] }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Sources that the pages below a route may use, besides the sources of all pages. */
    csp?: CspSources
  }
}

export const KINDS = Object.keys(CSP_DIRECTIVES) as (keyof CspSources)[]

const SOURCE =
  /^(?:(?:data|blob|https|wss):|(?:https?|wss?):\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?(?:\/[\w.~%/-]*)?)$/i

const SOURCES = 'an origin such as https://charts.example or https://*.charts.example, with a path or without'

/**
 * Returns the allowed sources of a kind if this source is not allowed. Scripts may come from origins only, because
 * anyone can write `data:`.
 */
export function sourceFault(kind: string, source: unknown): string | undefined {
  const isValid = typeof source === 'string' && source.length <= 300 && SOURCE.test(source)
  if (kind === 'scripts') return isValid && source.includes('://') ? undefined : SOURCES
  return isValid ? undefined : `${SOURCES}, or one of data:, blob:, https:, wss:`
}

export function mergeSources(...declared: readonly CspSources[]): CspSources {
  const merged = KINDS.map((kind) => [kind, [...new Set(declared.flatMap((sources) => sources[kind] ?? []))]] as const)
  return Object.fromEntries(merged.filter(([, sources]) => sources.length > 0))
}

export function sourcesOfRoutes(routes: readonly Pick<AnyRoute, 'options'>[]): CspSources {
  return mergeSources(...routes.map(({ options }) => options.staticData?.csp ?? {}))
}

export function hasSources(document: CspSources, wanted: CspSources): boolean {
  return KINDS.every((kind) => (wanted[kind] ?? []).every((source) => document[kind]?.includes(source)))
}

/**
 * Checks the sources of a place in the configuration.
 *
 * @throws Error with one line for a kind or a source that is not allowed
 */
export function checkSources(place: string, sources: CspSources): void {
  for (const [kind, list] of Object.entries(sources)) {
    if (!(kind in CSP_DIRECTIVES)) {
      throw new Error(`${place}: csp.${kind} is no kind of source; allowed: ${KINDS.join(', ')}`)
    }
    for (const source of list) {
      const allowed = sourceFault(kind, source)
      if (allowed !== undefined)
        throw new Error(`${place}: csp.${kind} has ${JSON.stringify(source)}; allowed: ${allowed}`)
    }
  }
}
