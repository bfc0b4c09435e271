import { isPathPattern, PATH_PATTERN_RULE } from '#fairlead/platform/path-patterns.ts'
import { type CspSources, KINDS, sourceFault } from '#fairlead/platform/http/csp-sources.ts'

/** Sources that all pages and workers may use. `wasm` lets them compile WebAssembly. */
export type SiteSources = CspSources & { readonly wasm?: boolean }

/** An image for previews of links: a URL or a path of this site, and its size in pixels. */
type OpenGraphImage = {
  readonly url: string
  readonly alt: string
  readonly width: number
  readonly height: number
}

/** The exports of `app/site.ts`. */
export type Site = {
  readonly siteName: string
  readonly texts: { readonly title: string; readonly description: string }
  readonly documentTitle: (page: string) => string
  readonly notFoundTitle: string
  readonly themeColors: { readonly light: string; readonly dark: string }
  readonly openGraphImage: OpenGraphImage | undefined
  readonly basePath: string
  readonly manifest: Readonly<Record<string, unknown>>
  readonly contentSources: SiteSources
  readonly hiddenFromSitemap: readonly string[]
  readonly hasCdn: boolean
  readonly budgets: { readonly javascriptBytes: number; readonly deferredJavascriptBytes: number }
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string' && /\S/.test(value) && !/[\n\r]/.test(value)
const TEXT = [isText, 'one line of text'] as const

const COLOR = [(value: unknown) => /^#[\da-f]{6}$/i.test(String(value)), 'a colour such as #1a2b3c'] as const

const PATH = [isPathPattern, PATH_PATTERN_RULE] as const

const BASE_PATH = [
  (value: unknown) => /^(?:\/[\w~-][\w.~-]*)*$/.test(String(value)),
  "a path such as /app, without a slash at its end, or '' for none",
] as const

const IMAGE = [
  (value: unknown) => /^(?:\/(?!\/)|https:\/\/[^/])\S*$/.test(String(value)),
  'a path such as /open-graph.png, or a URL with https',
] as const

const amount = (unit: string) =>
  [(value: unknown) => Number.isSafeInteger(value) && Number(value) > 0, `a number of ${unit} above 0`] as const
const FLAG = [(value: unknown) => typeof value === 'boolean', 'true or false'] as const

type Value = [place: string, value: unknown, rule: readonly [Check, string]]

const imageValues = ({ url, alt, width, height }: OpenGraphImage): Value[] => [
  ['openGraphImage.url', url, IMAGE],
  ['openGraphImage.alt', alt, TEXT],
  ['openGraphImage.width', width, amount('pixels')],
  ['openGraphImage.height', height, amount('pixels')],
]

const sourceValues = ({ wasm = false, ...lists }: SiteSources): Value[] => [
  ['contentSources.wasm', wasm, FLAG],
  ...Object.entries(lists).flatMap(([kind, sources]): Value[] =>
    Array.isArray(sources) && (KINDS as string[]).includes(kind)
      ? sources.map((source: unknown, index) => {
          const allowed = sourceFault(kind, source)
          return [`contentSources.${kind}[${index}]`, source, [() => allowed === undefined, allowed ?? '']]
        })
      : [[`contentSources.${kind}`, sources, [() => false, `wasm, and lists of ${KINDS.join(', ')}`]]],
  ),
]

export function siteFaults(site: Site): string[] {
  const values: Value[] = [
    ['siteName', site.siteName, TEXT],
    ['texts.title', site.texts.title, TEXT],
    ['texts.description', site.texts.description, TEXT],
    ["documentTitle('Page')", site.documentTitle('Page'), TEXT],
    ['notFoundTitle', site.notFoundTitle, TEXT],
    ['themeColors.light', site.themeColors.light, COLOR],
    ['themeColors.dark', site.themeColors.dark, COLOR],
    ...(site.openGraphImage ? imageValues(site.openGraphImage) : []),
    ['basePath', site.basePath, BASE_PATH],
    ['manifest.short_name', site.manifest.short_name ?? site.siteName, TEXT],
    ...sourceValues(site.contentSources),
    ...site.hiddenFromSitemap.map((path, index): Value => [`hiddenFromSitemap[${index}]`, path, PATH]),
    ['hasCdn', site.hasCdn, FLAG],
    ['budgets.javascriptBytes', site.budgets.javascriptBytes, amount('bytes')],
    ['budgets.deferredJavascriptBytes', site.budgets.deferredJavascriptBytes, amount('bytes')],
  ]
  return values
    .filter(([, value, [isValid]]) => !isValid(value))
    .map(([place, value, [, allowed]]) => `${place}: ${JSON.stringify(value)}; allowed: ${allowed}`)
}
