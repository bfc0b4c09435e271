import { posix } from 'node:path'
import type { ApplicationModule } from '#app/from-next/read-application.ts'
import { constantsOf, staticValue } from '#app/from-next/static-value.ts'

/** A call of `next/font`, or a font of the package `geist`, as rules of CSS. */
type Font = ReturnType<typeof fontsOf>[number]

type Options = Readonly<Partial<Record<'weight' | 'style' | 'variable' | 'fallback' | 'src', unknown>>>

const FORMATS: Readonly<Record<string, string | undefined>> = { otf: 'opentype', ttf: 'truetype' }

const isText = (value: unknown): value is string => typeof value === 'string' && !/["'\\{};\n]/.test(value)

const texts = (value: unknown): string[] => [value].flat().filter(isText)

export const fontsPath = (path: string): string => path.replace(/\.\w+$/, '.fonts.css')

const slugOf = (name: string) => name.toLowerCase().replaceAll('_', '-')

/** Returns the package and the style sheets of a font of Google, by its name in `next/font/google`. */
function fontsource(name: string, { weight, style }: Options) {
  const weights = texts(weight).filter((each) => each !== 'variable')
  const styles = texts(style).length > 0 ? texts(style) : ['normal']
  const family = name.replaceAll('_', ' ')
  if (weights.length === 0) {
    const sheets = styles.map((each) => (each === 'italic' ? 'wght-italic.css' : 'index.css'))
    return { package: fontPackage(name), family: `${family} Variable`, sheets }
  }
  const suffixes = styles.map((each) => (each === 'italic' ? '-italic' : ''))
  const sheets = weights.flatMap((each) => suffixes.map((suffix) => `${each}${suffix}.css`))
  return { package: `@fontsource/${slugOf(name)}`, family, sheets }
}

export const fontPackage = (name: string): string => `@fontsource-variable/${slugOf(name)}`

export function geistFont(from: string): 'Geist' | 'Geist_Mono' | undefined {
  const [, face] = /^geist\/font\/(sans|mono)$/.exec(from) ?? []
  return face === undefined ? undefined : face === 'sans' ? 'Geist' : 'Geist_Mono'
}

function localFaces(family: string, { src, weight, style }: Options): { css: string; files: string[] } {
  const sources = [src].flat().flatMap((item) => {
    const { path, ...own } = (typeof item === 'object' && item !== null ? item : { path: item }) as Record<
      string,
      unknown
    >
    return isText(path) ? [{ path, weight, style, ...own }] : []
  })
  const rules = sources.map((source) => {
    const extension = posix.extname(source.path).slice(1)
    const rule = (name: string, value: unknown) =>
      texts(value)
        .slice(0, 1)
        .map((text) => ` ${name}: ${text};`)
        .join('')
    const more = rule('font-weight', source.weight) + rule('font-style', source.style)
    return `@font-face { font-family: '${family}'; src: url('${source.path}') format('${FORMATS[extension] ?? extension}'); font-display: swap;${more} }\n`
  })
  return { css: rules.join(''), files: sources.map(({ path }) => path) }
}

/** `installed` are the packages that the written application has. */
export function fontsOf({ facts, source, path }: ApplicationModule, installed: ReadonlySet<string>) {
  const constants = constantsOf(source.program)
  const calls = facts.calls.filter(({ name }) => /^next\/font\/(google#\w+|local#default)$/.test(name))
  const made = calls.map(({ name, node, start, end }) => {
    const [argument] = node.arguments
    const options = ((argument && staticValue(argument, constants)?.value) ?? {}) as Options
    const [, google] = /^next\/font\/google#(\w+)$/.exec(name) ?? []
    return { start, end, options, google, declaration: '' }
  })
  const geist = facts.imports.flatMap(({ source: from, names: [name], start, end }) => {
    const google = geistFont(from)
    if (google === undefined || !name) return []
    const options: Options = { variable: google === 'Geist' ? '--font-geist-sans' : '--font-geist-mono' }
    return { start, end, options, google, declaration: `const ${name.local} = ` }
  })
  return [...made, ...geist].map(({ start, end, options, google, declaration }, index) => {
    const found = google === undefined ? undefined : fontsource(google, options)
    const id = `font-${path.replace(/\.\w+$/, '').replaceAll(/\W+/g, '-')}-${index}`
    const family = found?.family ?? id
    const local = found ? { css: '', files: [] } : localFaces(family, options)
    const isHere = found ? installed.has(found.package) : local.files.length > 0
    const imports = found?.sheets.map((sheet) => `@import '${found.package}/${sheet}';\n`).join('') ?? ''
    const families = [`'${family}'`, ...texts(options.fallback)].join(', ')
    const [variable] = texts(options.variable)
    const rules = `.${id} { font-family: ${families}; }\n${variable ? `.${id}-variable { ${variable}: ${families}; }\n` : ''}`
    const value = { className: id, variable: variable ? `${id}-variable` : '', style: { fontFamily: families } }
    return {
      start,
      end,
      /** The value that takes the place of the call; `undefined` without its package. */
      code: isHere ? declaration + JSON.stringify(value) : undefined,
      css: isHere ? imports + local.css + rules : '',
      /** The package of Fontsource that has it, or files from the folder of the module. */
      package: found?.package,
      files: local.files,
    }
  })
}

/** Imports come first. */
export function fontsSheet(fonts: readonly Font[]): string {
  const lines = fonts.flatMap(({ css }) => css.split('\n').filter(Boolean))
  const isImport = (line: string) => line.startsWith('@import')
  return (
    [...lines.filter(isImport), ...lines.filter((line) => !isImport(line))].join('\n') + (lines.length > 0 ? '\n' : '')
  )
}
